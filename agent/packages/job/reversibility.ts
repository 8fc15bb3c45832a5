import { stat } from 'node:fs/promises';
import type { PackageChange, Reversibility } from '../backend.ts';
import type { StashedFile } from './stashedFile.ts';

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

/** What of an ended job's record the verdict is made of. */
interface Judged<File extends StashedFile> {
  stash: readonly File[];
  changes: readonly PackageChange[];
  reasons: readonly Reason[];
}

/**
 * The verdict of an ended job as its stored packages stand now, by stat calls alone; null when what was recorded still
 * holds. `outgoing`: whether the file is the old version of a change; `placesOf`: where a rollback would look for it.
 */
export async function verdictNow<File extends StashedFile>(
  { stash, changes, reasons }: Judged<File>,
  outgoing: (change: PackageChange, file: File) => boolean,
  placesOf: (file: File) => readonly string[],
): Promise<Reversibility | null> {
  const needed = stash.filter((file) => changes.some((change) => outgoing(change, file)));
  const found = await Promise.all(needed.map((file) => lostReason(file, placesOf(file))));
  const gone = found.filter((reason) => reason !== null);
  if (gone.length === 0) return null;
  const others = reasons.filter((reason) => !gone.some((one) => one.package === reason.package));
  return toReversibility([...others, ...gone]);
}

type Version = Pick<StashedFile, 'name' | 'arch' | 'version'>;

async function lostReason(file: StashedFile, places: readonly string[]): Promise<Reason | null> {
  const { name, arch, version } = file;
  const found = await Promise.all(places.map((place) => stat(place).catch(() => null)));
  if (found.some((one) => one?.size === file.sizeBytes)) return null;
  const which = { package: `${name}:${arch}` };
  if (found.some((one) => one !== null)) {
    const message = `${name} ${version} is stored, but its file was changed since: it is not used.`;
    return { code: 'STASH_CORRUPT', ...which, message };
  }
  const message = `${name} ${version} is no longer stored: it was dropped since to make room.`;
  return { code: 'STASH_FULL', ...which, message };
}

/** An outgoing package that no rollback will find. */
export function notStashed({ name, arch, version }: Version, why: string): Reason {
  const message = `${name} ${version} is not stored: ${why}.`;
  return { code: 'NOT_STASHED', package: `${name}:${arch}`, message };
}

/** An outgoing package that the stash had no room for. */
export function stashFull(version: Version): Reason {
  return { ...notStashed(version, 'there is no room for it'), code: 'STASH_FULL' };
}

/** An outgoing package on a host whose configuration has no stash. */
export function stashOff(version: Version): Reason {
  return notStashed(version, 'the configuration of this agent switches the stash off');
}
