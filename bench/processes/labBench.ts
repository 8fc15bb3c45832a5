// Runs one bench inside the lab and prints its result as JSON; its progress goes to standard error.
import { benches } from '../benches.ts';

const bench = benches.find(({ name }) => name === process.argv[2]);
if (!bench) throw new Error(`there is no bench ${process.argv[2]}`);
const result = await bench.run((line) => void process.stderr.write(`  ${line}\n`));
process.stdout.write(JSON.stringify(result), () => process.exit(0));
