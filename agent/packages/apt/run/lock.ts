import type { JobFailure } from '../../backend.ts';
import { lockHeld, waitForLocks } from '../../shared/lock.ts';

const places = { files: ['/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock'] };
/** apt itself never waits for these two, which its daily timers hold while they fetch. */
const lists = '/var/lib/apt/lists/lock';
const archives = '/var/cache/apt/archives/lock';

/** The failure LOCK_HELD if somebody holds one of dpkg's locks now; else null. */
export function readLock(): Promise<JobFailure | null> {
  return lockHeld(places);
}

/**
 * Waits until nobody holds dpkg's locks, by default as long as apt itself would; returns the failure when somebody
 * still does.
 */
export function waitForLock(limitMs?: number): Promise<JobFailure | null> {
  return waitForLocks(places, limitMs);
}

/** The same, and until nobody fetches packages. */
export function waitForChange(): Promise<JobFailure | null> {
  return waitForLocks({ files: [...places.files, archives] });
}

/** Waits until nobody refreshes the lists. */
export function waitForLists(): Promise<JobFailure | null> {
  return waitForLocks({ files: [lists] });
}
