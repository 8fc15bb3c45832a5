import type { BrokenDependency } from '../../backend.ts';
import type { RpmContext } from '../rpmContext.ts';
import { query } from '../rpmContext.ts';
import { databaseMark } from './database.ts';

/** rpm's own check of what is installed, of dependencies alone: it reads no files and runs no scripts. */
const argv = ['rpm', '-Va', '--nofiles', '--noscripts', '--nodigest', '--nosignature'];

/**
 * Reads rpm's answer: a line for each package, and under it, after a tab, `lab-base >= 1.0 is needed by (installed)
 * lab-lib-1.0-1.noarch`. What conflicts is not among what is not met.
 */
export function parseUnmet(stdout: string): BrokenDependency[] {
  return stdout.split('\n').flatMap((line) => {
    const [, needs, nevra = ''] = /^\t(.+) is needed by (?:\(installed\) )?(\S+)$/.exec(line) ?? [];
    const name = /^(.+)-[^-]+-[^-]+$/.exec(nevra)?.[1];
    return needs === undefined || name === undefined ? [] : [{ name, needs }];
  });
}

/** Dependencies of installed packages that nothing installed meets. */
export async function readUnmet(context: RpmContext, signal?: AbortSignal): Promise<BrokenDependency[]> {
  return parseUnmet((await query(context, argv, signal)).stdout);
}

/** Looks again only after the database has changed. */
export function unmetReader(context: RpmContext): () => Promise<BrokenDependency[]> {
  let cached: { mark: string; broken: BrokenDependency[] } | null = null;
  return async () => {
    const mark = await databaseMark();
    if (cached?.mark !== mark) cached = { mark, broken: await readUnmet(context) };
    return cached.broken;
  };
}
