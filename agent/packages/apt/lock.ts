import type { JobFailure } from '../backend.ts';
import type { LockHolder } from '../lock.ts';
import { findLockHolder, waitForLocks } from '../lock.ts';
import { lockTimeoutSecs } from './system.ts';

const places = { files: ['/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock'] };

/** Who holds dpkg's locks now; null when nobody does. */
export function lockHolder(): Promise<LockHolder | null> {
  return findLockHolder(places);
}

/** Waits until nobody holds dpkg's locks, as long as apt itself would; then the failure. */
export function waitForLock(timeoutMs = lockTimeoutSecs * 1000): Promise<JobFailure | null> {
  return waitForLocks(places, timeoutMs);
}
