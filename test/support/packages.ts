import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { agent } from '../../scripts/packages/agent.ts';
import { bundleAgent } from '../../scripts/packages/agentExecutable.ts';
import { filesOf } from '../../scripts/packages/files.ts';
import type { PackageFormat, Program } from '../../scripts/packages/formats.ts';
import { makePackages } from '../../scripts/packages/make.ts';
import { manager } from '../../scripts/packages/manager.ts';
import { ensureWebBuilt } from '../../scripts/buildWeb.mjs';
import { bundleManager } from '../../scripts/packages/managerBundle.ts';
import { renameOrUseOther } from './kept.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.cache/agentPackage');

/**
 * A package of the agent from this checkout, made by the real script and kept until a source changes. Returns its
 * absolute path; `exe` is the executable by itself. `version`: default the project's.
 */
export const agentPackage = (format: PackageFormat, version = '0.1.0'): Promise<string> =>
  keptPackage(agent, format, version, (work) => bundleAgent(path.join(work, 'agent.cjs'), version));

/** The same of the manager, with its UI and documentation. */
export const managerPackage = (format: PackageFormat, version = '0.1.0'): Promise<string> =>
  keptPackage(manager, format, version, async (work) => {
    await ensureWebBuilt();
    await bundleManager(path.join(work, 'manager'));
    await bundleAgent(path.join(work, 'agent.cjs'), version);
  });

async function keptPackage(
  program: Program,
  format: PackageFormat,
  version: string,
  bundle: (work: string) => Promise<unknown>,
): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, '.new-'));
  try {
    const sources = path.join(work, 'sources');
    mkdirSync(sources);
    await bundle(sources);
    const prefix = `${program.name}-${version}-${format}-`;
    const dir = path.join(cache, `${prefix}${sourceHash(sources)}`);
    if (!existsSync(dir)) {
      const outDir = path.join(work, 'out');
      mkdirSync(outDir);
      await makePackages(program, { outDir, version, formats: [format], isFast: true, say: () => undefined });
      removeOlder(prefix, path.basename(dir));
      renameOrUseOther(outDir, dir);
    }
    return path.join(dir, fileOf(dir, format));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The hash of all that goes into a package: the bundle, the files beside it, and the scripts that make it. */
function sourceHash(bundle: string): string {
  const makers = path.join(root, 'scripts/packages');
  const hash = createHash('sha256').update(process.version);
  for (const folder of [bundle, agent.templates, manager.templates, makers])
    for (const name of filesOf(folder).filter((file) => !file.endsWith('.test.ts')))
      hash.update(name).update(readFileSync(path.join(folder, name)));
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

function fileOf(dir: string, format: PackageFormat): string {
  const name = readdirSync(dir).find((entry) =>
    format === 'exe' ? entry === 'fleetmend-agent' : entry.includes(`.${format}`),
  );
  if (!name) throw new Error(`no ${format} in ${dir}`);
  return name;
}
