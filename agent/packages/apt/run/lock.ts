import type { JobFailure } from '../../backend.ts';
import { lockHeld, waitForLocks } from '../../shared/lock.ts';

const places = { files: ['/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock'] };

/** Who holds one of dpkg's locks now; null when nobody does. */
export function readLock(): Promise<JobFailure | null> {
  return lockHeld(places);
}

/** Waits until nobody holds dpkg's locks, as long as apt itself would; then the failure. */
export function waitForLock(): Promise<JobFailure | null> {
  return waitForLocks(places);
}
