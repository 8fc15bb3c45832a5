import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleAgent } from '../../scripts/packageAgentExecutable.ts';
import type { PackageFormat } from '../../scripts/packageAgentFormats.ts';
import { packageAgent } from '../../scripts/packageAgentRun.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.cache/agentPackage');

/**
 * A package of the agent from this checkout, made by the real script and kept until a source changes. Returns its
 * absolute path; `exe` is the executable by itself. `version`: default the project's.
 */
export async function agentPackage(format: PackageFormat, version = '0.1.0'): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, '.new-'));
  try {
    const dir = path.join(cache, `${version}-${format}-${await sourceHash(work, version)}`);
    if (!existsSync(dir)) {
      const outDir = path.join(work, 'out');
      mkdirSync(outDir);
      await packageAgent({ outDir, version, formats: [format], isFast: true, say: () => undefined });
      removeOlder(`${version}-${format}-`, path.basename(dir));
      renameOrUseOther(outDir, dir);
    }
    return path.join(dir, fileOf(dir, format));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The hash of all that goes into a package: the bundle, the files beside it, and the scripts that make it. */
async function sourceHash(work: string, version: string): Promise<string> {
  const bundle = path.join(work, 'agent.cjs');
  await bundleAgent(bundle, version);
  const packaging = path.join(root, 'agent/packaging');
  const beside = readdirSync(packaging, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const makers = readdirSync(path.join(root, 'scripts'))
    .filter((name) => name.startsWith('packageAgent'))
    .map((name) => path.join(root, 'scripts', name));
  const hash = createHash('sha256').update(process.version);
  for (const file of [bundle, ...beside.sort(), ...makers.sort()]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Removes packages of older sources, a hundred megabytes each, but not one that another test has made and uses already.
 */
function removeOlder(prefix: string, current: string): void {
  for (const name of readdirSync(cache))
    if (name.startsWith(prefix) && name !== current)
      rmSync(path.join(cache, name), { recursive: true, force: true });
}

/** Renames the folder, or keeps the one that another test has made meanwhile. */
function renameOrUseOther(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function fileOf(dir: string, format: PackageFormat): string {
  const name = readdirSync(dir).find((entry) =>
    format === 'exe' ? entry === 'fleetmend-agent' : entry.endsWith(`.${format}`),
  );
  if (!name) throw new Error(`no ${format} in ${dir}`);
  return name;
}
