import path from 'node:path';
import { readOptions, usage } from './options.ts';
import type { MutateOptions } from './options.ts';
import { record } from './recorder.ts';
import { list, run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Plants faults and says which of them the suites catch; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  let options: MutateOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    return 1;
  }
  try {
    if (options.command === 'help') say(usage);
    else if (options.command === 'record') return await record(root, options, say);
    else if (options.command === 'list') list(root, options, say);
    else return await run(root, options, say);
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
