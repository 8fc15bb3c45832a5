import type { JobFailure } from '../backend.ts';
import { waitForLocks } from '../lock.ts';

const places = { files: ['/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock'] };

/** Waits until nobody holds dpkg's locks, as long as apt itself would; then the failure. */
export function waitForLock(): Promise<JobFailure | null> {
  return waitForLocks(places);
}
