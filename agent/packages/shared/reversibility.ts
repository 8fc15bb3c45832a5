import { stat } from 'node:fs/promises';
import type { PackageChange, PackageRequest, Plan, PlanEntry, Reversibility } from '../backend.ts';
import type { StashedFile } from './stashedFile.ts';

export type Reason = Reversibility['reasons'][number];

/** Reasons for which a package cannot be restored at all. */
const blocking = new Set(['NOT_STASHED', 'STASH_FULL', 'STASH_CORRUPT', 'BROKEN_BEFORE']);

/** The verdict for a job that changed nothing. */
export const nothingToRestore: Reversibility = {
  verdict: 'yes',
  reasons: [{ code: 'NOTHING_TO_RESTORE', package: null, message: 'No package changed.' }],
};

/** Why packages for which the plan promised a way back have none any more. */
export function brokenPromises(promised: Reversibility, found: readonly Reason[]): Reason[] {
  const isBlocked = ({ code, package: name }: Reason) => blocking.has(code) && name !== null;
  const known = new Set(promised.reasons.filter(isBlocked).map((reason) => reason.package));
  return found.filter((reason) => isBlocked(reason) && !known.has(reason.package));
}

/** The verdict that a list of reasons amounts to. */
export function toReversibility(reasons: readonly Reason[]): Reversibility {
  const blocked = reasons.some(({ code }) => blocking.has(code));
  return { verdict: blocked ? 'no' : reasons.length > 0 ? 'partly' : 'yes', reasons: [...reasons] };
}

const brokenBefore: Reason = {
  code: 'BROKEN_BEFORE',
  package: null,
  message: 'Dependencies were broken before, and the package manager does not go back to that.',
};

/** The verdict of a plan, by its request: whatever is stored, there is no way back from a repair. */
export function planVerdict(
  request: PackageRequest,
  entries: readonly PlanEntry[],
  reasons: readonly Reason[],
) {
  const repairs = request.operation === 'repair' && entries.length > 0;
  return toReversibility(repairs ? [brokenBefore, ...reasons] : reasons);
}

/** The reasons of a plan's verdict that hold whatever its job stores. */
export function lastingReasons({ reversible }: Pick<Plan, 'reversible'>): Reason[] {
  return reversible.reasons.filter(({ code }) => code === brokenBefore.code);
}

/** The parts of an ended job's record that its verdict depends on. */
interface Judged<File extends StashedFile> {
  stash: readonly File[];
  changes: readonly PackageChange[];
  reasons: readonly Reason[];
}

/**
 * The verdict of an ended job by the packages that are stored now, by stat calls alone; null when the recorded
 * verdict still holds. `outgoing`: whether the file is the old version of a change; `placesOf`: where a rollback
 * would look for it.
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

/** The reason for an outgoing package that was not stored. */
export function notStashed({ name, arch, version }: Version, why: string): Reason {
  const message = `${name} ${version} is not stored: ${why}.`;
  return { code: 'NOT_STASHED', package: `${name}:${arch}`, message };
}

/** The reason for an outgoing package that the stash had no room for. */
export function stashFull(version: Version): Reason {
  return { ...notStashed(version, 'there is no room for it'), code: 'STASH_FULL' };
}

/** The reason for an outgoing package on a host whose configuration switches the stash off. */
export function stashOff(version: Version): Reason {
  return notStashed(version, 'the configuration of this agent switches the stash off');
}
