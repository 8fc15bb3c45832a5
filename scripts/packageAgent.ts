/**
 * npm run package:agent [-- --out DIR] [--version V] [--formats exe,deb,rpm] [--fast]: one executable of the agent
 * and Node, and from it the packages that `dpkg` and `rpm` install. The manager serves what lies in dist/agent.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasTool } from './packageAgentExecutable.ts';
import { packageFormats } from './packageAgentFormats.ts';
import type { PackageFormat } from './packageAgentFormats.ts';
import { packageAgent } from './packageAgentRun.ts';

const root = path.resolve(import.meta.dirname, '..');

const usage =
  'Usage: npm run package:agent [-- --out DIR (dist/agent) --version V --formats exe,deb,rpm --fast]';

const values = readOptions();

const asked = values.formats?.split(',') ?? possibleFormats();
const unknown = asked.filter((name) => !(packageFormats as readonly string[]).includes(name));
if (unknown.length > 0) {
  process.stderr.write(`--formats: ${unknown.join(', ')} is none of ${packageFormats.join(', ')}\n`);
  process.exit(2);
}
function readOptions() {
  const options = {
    out: { type: 'string', default: path.join(root, 'dist/agent') },
    version: { type: 'string' },
    formats: { type: 'string' },
    fast: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ options });
    if (!values.help) return values;
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`package:agent: ${(error as Error).message.split('. ')[0]}\n${usage}\n`);
    process.exit(2);
  }
}

/** The formats that are made when none is named: those for which this machine has the tool. */
function possibleFormats(): PackageFormat[] {
  const tools: Partial<Record<PackageFormat, string>> = { deb: 'dpkg-deb', rpm: 'rpmbuild' };
  return packageFormats.filter((format) => {
    const tool = tools[format];
    if (tool === undefined || hasTool(tool)) return true;
    process.stdout.write(
      `no ${format}: ${tool} is not installed (Debian: apt-get install ${format === 'rpm' ? 'rpm' : 'dpkg'})\n`,
    );
    return false;
  });
}

const outDir = path.resolve(values.out);
mkdirSync(outDir, { recursive: true });
try {
  const made = await packageAgent({
    outDir,
    version: values.version,
    formats: asked as PackageFormat[],
    isFast: values.fast,
    say: (text) => void process.stdout.write(`${text}\n`),
  });
  for (const { name, sizeBytes, sha256 } of made)
    process.stdout.write(`${sha256}  ${(sizeBytes / 1e6).toFixed(1).padStart(6)} MB  ${name}\n`);
} catch (error) {
  process.stderr.write(`package:agent: ${(error as Error).message}\n`);
  process.exit(1);
}
