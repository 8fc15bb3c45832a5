import type { PatchItem, SecurityAge } from './api.ts';

const DAY_MS = 86_400_000;

/**
 * By package with a pending security patch (`name:arch`): when the patch was first seen, in milliseconds; null: it
 * was already pending when recording began.
 */
export type FirstSeen = Readonly<Record<string, number | null>>;

/** Since when a host's security patches have been pending. */
export interface Exposure {
  /** When the oldest was first seen; null without one, and where that is not recorded. */
  since: Date | null;
  firstSeen: FirstSeen;
}

export const patchKey = ({ name, arch }: Pick<PatchItem, 'name' | 'arch'>): string => `${name}:${arch}`;

/** `known` is what was stored with the host's last list; a patch that was gone and returns counts as new. */
export function exposureOf(patches: readonly PatchItem[], known: FirstSeen, now: Date): Exposure {
  const pending = patches.filter(({ security }) => security);
  if (pending.length === 0) return { since: null, firstSeen: {} };
  const firstSeen = Object.fromEntries(
    pending.map((patch) => {
      const key = patchKey(patch);
      return [key, Object.hasOwn(known, key) ? (known[key] ?? null) : now.getTime()];
    }),
  );
  const times = Object.values(firstSeen);
  const isRecorded = times.every((at) => at !== null);
  return {
    since: isRecorded ? new Date(Math.min(...times.map(Number))) : null,
    firstSeen,
  };
}

/** The patches, with the time when each security patch was first seen where that is recorded. */
export function withFirstSeen(patches: readonly PatchItem[], firstSeen: FirstSeen): PatchItem[] {
  return patches.map((patch) => {
    const at = patch.security ? firstSeen[patchKey(patch)] : null;
    return typeof at === 'number' ? { ...patch, security_since: new Date(at).toISOString() } : patch;
  });
}

/** The time that is as long ago as this class of ages says: after `from`, and not after `to`. */
export function ageSpan(age: Exclude<SecurityAge, 'not_recorded'>, now: Date): { from: Date; to: Date } {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  switch (age) {
    case 'under_7_days':
      return { from: ago(7), to: ago(-36_500) };
    case 'under_30_days':
      return { from: ago(30), to: ago(7) };
    case 'under_90_days':
      return { from: ago(90), to: ago(30) };
    case 'over_90_days':
      return { from: new Date(0), to: ago(90) };
  }
}
