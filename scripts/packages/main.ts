/**
 * npm run package:agent and npm run package:manager, with [-- --out DIR] [--version V] [--formats exe,deb,rpm,tar,image]
 * [--fast]: what `dpkg` and `rpm` install, each with the Node that it runs on. A manager that runs from the clone serves
 * the agent's packages that lie in dist/agent; that of the package carries its own (`--agents DIR`: these).
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { agent } from './agent.ts';
import { root } from './files.ts';
import type { PackageFormat, Program } from './formats.ts';
import { makePackages, possibleFormats } from './make.ts';
import { manager } from './manager.ts';

const [what = '', ...args] = process.argv.slice(2);
const programs: Readonly<Record<string, Program>> = { agent, manager };
const program = programs[what] ?? refuse();
const command = `package:${what}`;
const usage = `Usage: npm run ${command} [-- --out DIR (dist/${what}) --version V --formats ${program.formats.join(',')} --fast${what === 'manager' ? ' --agents DIR' : ''}]`;

const values = readOptions();

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const asked = values.formats?.split(',') ?? possibleFormats(program, say);
const unknown = asked.filter((name) => !(program.formats as readonly string[]).includes(name));
if (unknown.length > 0) {
  process.stderr.write(`--formats: ${unknown.join(', ')} is none of ${program.formats.join(', ')}\n`);
  process.exit(2);
}

function refuse(): never {
  process.stderr.write(
    'Usage: npm run package:agent or npm run package:manager (add -- --help for the options)\n',
  );
  process.exit(2);
}

function readOptions() {
  const options = {
    out: { type: 'string', default: path.join(root, 'dist', what) },
    version: { type: 'string' },
    formats: { type: 'string' },
    agents: { type: 'string' },
    fast: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    if (!values.help) return values;
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${command}: ${(error as Error).message.split('. ')[0]}\n${usage}\n`);
    process.exit(2);
  }
}

const outDir = path.resolve(values.out);
mkdirSync(outDir, { recursive: true });
try {
  const made = await makePackages(program, {
    outDir,
    version: values.version,
    formats: asked as PackageFormat[],
    isFast: values.fast,
    agentsDir: values.agents && path.resolve(values.agents),
    say,
  });
  for (const { name, sizeBytes, sha256 } of made)
    process.stdout.write(`${sha256}  ${(sizeBytes / 1e6).toFixed(1).padStart(6)} MB  ${name}\n`);
} catch (error) {
  process.stderr.write(`${command}: ${(error as Error).message}\n`);
  process.exit(1);
}
