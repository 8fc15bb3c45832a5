import { realpathSync } from 'node:fs';
import path from 'node:path';
import { query } from '../rpm/rpmContext.ts';
import type { RpmContext } from '../rpm/rpmContext.ts';

/** Which dnf the host has: the fourth, in Python, or the fifth, rewritten in C++ with other options and output. */
export interface DnfTool {
  generation: 4 | 5;
  /** Options of calls that only read: they use no network and do not wait for another program's transaction. */
  readOptions(context: RpmContext): Promise<string[]>;
}

const binaries = ['/usr/bin/dnf', '/usr/bin/dnf5'];

/** Looks at what `/usr/bin/dnf` is; Fedora 41 and later link it to dnf5. */
export function findTool(): DnfTool {
  return createTool(isDnf5() ? 5 : 4);
}

function isDnf5(): boolean {
  for (const binary of binaries) {
    try {
      return realpathSync(binary).endsWith('/dnf5');
    } catch {
      // not dnf5
    }
  }
  return false;
}

/** The command to call. */
export const dnf = 'dnf';

/**
 * Overrides dnf.conf. A repository that was never fetched and cannot be reached must not hide what the others have; a
 * refresh reports its failure. Colours, or a quiet setting of dnf 4, would make the table unreadable.
 */
export const readableOptions = ['--setopt=*.skip_if_unavailable=1', '--setopt=color=never'];
export const tableOptions: Record<DnfTool['generation'], string[]> = { 4: ['--setopt=debuglevel=2'], 5: [] };

/** Where dnf keeps its lists and packages unless its configuration says otherwise. */
export const caches: Record<DnfTool['generation'], string> = { 4: '/var/cache/dnf', 5: '/var/cache/libdnf5' };

/**
 * Keeps root's calls to the usual cache, whatever dnf.conf says: the agent watches its lists, measures its disk, finds
 * old packages in it, and its unit may write there.
 */
export function cacheOptions(generation: DnfTool['generation']): string[] {
  return process.getuid?.() === 0 ? [`--setopt=cachedir=${caches[generation]}`] : [];
}

export function createTool(generation: 4 | 5): DnfTool {
  let options: Promise<string[]> | null = null;
  return {
    generation,
    readOptions: async (context) => {
      // The agent asks several things at once, and even these wait for each other's locks.
      options ??=
        generation === 4 ? Promise.resolve(['-C', '--setopt=exit_on_lock=0']) : readOptions5(context);
      return [
        ...(await options),
        ...readableOptions,
        ...cacheOptions(generation),
        ...logOptions(context),
        ...(context.sourceOptions ?? []),
      ];
    },
  };
}

/**
 * dnf 4 does not start where it cannot write its log, as within the agent's own unit; and queries would bury the
 * changes in its usual log. Without root, dnf keeps to the user's own folders.
 */
function logOptions({ stashDir }: RpmContext): string[] {
  return process.getuid?.() === 0 ? [`--setopt=logdir=${path.join(stashDir, '.dnf-log')}`] : [];
}

/** Since 5.3, even a query of dnf5 waits while another program changes packages, unless an option forbids it. */
async function readOptions5(context: RpmContext): Promise<string[]> {
  const { stdout } = await query(context, [dnf, '--help']);
  return stdout.includes('--skip-file-locks') ? ['-C', '--skip-file-locks'] : ['-C'];
}
