import type { PackageChange, Reversibility } from './backend.ts';
import type { JobRecord } from './record.ts';
import type { StashedFile } from './stash.ts';

export type Reason = Reversibility['reasons'][number];

/** Without a stored package there is no way back. */
const blocking = new Set(['NOT_STASHED', 'STASH_FULL', 'STASH_CORRUPT']);

/** What a job that changed nothing promises. */
export const nothingToRestore: Reversibility = {
  verdict: 'yes',
  reasons: [{ code: 'NOTHING_TO_RESTORE', package: null, message: 'No package changed.' }],
};

/** The verdict that a list of reasons amounts to. */
export function toReversibility(reasons: readonly Reason[]): Reversibility {
  const blocked = reasons.some(({ code }) => blocking.has(code));
  return { verdict: blocked ? 'no' : reasons.length > 0 ? 'partly' : 'yes', reasons: [...reasons] };
}

/**
 * The verdict of an ended job as its stored packages stand now; null when what was recorded still holds. `outgoing`:
 * whether the file is the old version of a change; `isKept`: whether a rollback would find it.
 */
export async function verdictNow<File extends StashedFile>(
  { stash, changes, reasons }: Pick<JobRecord<File>, 'stash' | 'changes' | 'reasons'>,
  outgoing: (change: PackageChange, file: File) => boolean,
  isKept: (file: File) => Promise<boolean>,
): Promise<Reversibility | null> {
  const needed = stash.filter((file) => changes.some((change) => outgoing(change, file)));
  const kept = await Promise.all(needed.map(isKept));
  const gone = needed.filter((_, i) => !kept[i]).map(goneReason);
  if (gone.length === 0) return null;
  const others = reasons.filter((reason) => !gone.some((one) => one.package === reason.package));
  return toReversibility([...others, ...gone]);
}

type Version = Pick<StashedFile, 'name' | 'arch' | 'version'>;

function goneReason({ name, arch, version }: Version): Reason {
  const message = `${name} ${version} is no longer stored: it was dropped since to make room.`;
  return { code: 'STASH_FULL', package: `${name}:${arch}`, message };
}

/** An outgoing package that no rollback will find. */
export function notStashed({ name, arch, version }: Version, why: string): Reason {
  const message = `${name} ${version} is not stored: ${why}.`;
  return { code: 'NOT_STASHED', package: `${name}:${arch}`, message };
}

/** An outgoing package that the stash had no room for. */
export function stashFull(version: Version): Reason {
  return { ...notStashed(version, 'the stash is full'), code: 'STASH_FULL' };
}
