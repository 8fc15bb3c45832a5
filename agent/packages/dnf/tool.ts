import { realpathSync } from 'node:fs';
import path from 'node:path';
import { query } from '../rpm/rpmContext.ts';
import type { RpmContext } from '../rpm/rpmContext.ts';

/** Which dnf the host has: the fourth, in Python, or the fifth, rewritten in C++ with other options and output. */
export interface DnfTool {
  generation: 4 | 5;
  /** Options of calls that only read: never the network, and never waiting for somebody else's transaction. */
  readOptions(context: RpmContext): Promise<string[]>;
}

const binaries = ['/usr/bin/dnf', '/usr/bin/dnf5'];

/** Finds out by what `/usr/bin/dnf` is; Fedora 41 and later link it to dnf5. */
export function findTool(): DnfTool {
  return createTool(isDnf5() ? 5 : 4);
}

function isDnf5(): boolean {
  for (const binary of binaries) {
    try {
      return realpathSync(binary).endsWith('/dnf5');
    } catch {
      // not this one
    }
  }
  return false;
}

/** The name to call it by. */
export const dnf = 'dnf';

/**
 * Whatever dnf.conf says. A repository that was never fetched and cannot be had hides nothing that the others have;
 * its failure is told by a refresh. Colours, and a silence that dnf 4 can be set to, would make the table unreadable.
 */
export const readableOptions = ['--setopt=*.skip_if_unavailable=1', '--setopt=color=never'];
export const tableOptions: Record<DnfTool['generation'], string[]> = { 4: ['--setopt=debuglevel=2'], 5: [] };

export function createTool(generation: 4 | 5): DnfTool {
  let options: Promise<string[]> | null = null;
  return {
    generation,
    readOptions: async (context) => {
      options ??= generation === 4 ? Promise.resolve(['-C']) : readOptions5(context);
      return [
        ...(await options),
        ...readableOptions,
        ...logOptions(context),
        ...(context.sourceOptions ?? []),
      ];
    },
  };
}

/**
 * dnf 4 does not start where it cannot write its log, as within the agent's own unit; a log of what was only asked
 * would but hide the changes. Without root, dnf keeps to the user's own folders.
 */
function logOptions({ stashDir }: RpmContext): string[] {
  return process.getuid?.() === 0 ? [`--setopt=logdir=${path.join(stashDir, '.dnf-log')}`] : [];
}

/** Since 5.3, dnf5 waits even with a query while somebody changes packages, unless it is told not to. */
async function readOptions5(context: RpmContext): Promise<string[]> {
  const { stdout } = await query(context, [dnf, '--help']);
  return stdout.includes('--skip-file-locks') ? ['-C', '--skip-file-locks'] : ['-C'];
}
