import { access, constants } from 'node:fs/promises';
import { diskErrorCode } from '../../../files/atomic.ts';
import type { JobFailure, Plan } from '../../backend.ts';
import type { Need } from '../../shared/space.ts';
import type { RpmDriver } from '../rpmDriver.ts';

/** Where rpm keeps its database; the other one is a link to it, or nothing of it is there. */
const databaseFolders = ['/var/lib/rpm', '/usr/lib/sysimage/rpm'];
const databaseBytes = 2 * 1024 * 1024;

/**
 * What a plan writes: its packages into the cache, and their files. The default is the least that any change writes.
 */
export function spaceNeeds(
  { cacheFolders }: RpmDriver,
  plan: Pick<Plan, 'downloadSizeBytes' | 'diskChangeBytes'> = { downloadSizeBytes: 0, diskChangeBytes: 0 },
): Need[] {
  return [
    { folder: cacheFolders[0] ?? '/var/cache', bytes: plan.downloadSizeBytes },
    { folder: '/usr', bytes: plan.diskChangeBytes },
    // rpm's database grows by a header for each package, and keeps the former state beside it for a while.
    ...databaseFolders.map((folder) => ({ folder, bytes: databaseBytes })),
  ];
}

/** Where packages and their database are; metadata is in the last one alone. */
const packageFolders = ['/usr', '/var'];
export const listFolders = ['/var'];

/** The root directory as pid 1 sees it, as transactions run there: the agent's own unit may write almost nowhere. */
const hostRoot = '/proc/1/root';

/** Returns READ_ONLY where the host's folders cannot be written, before anything is fetched. */
export async function checkWritable(folders: readonly string[] = packageFolders): Promise<JobFailure | null> {
  for (const folder of folders) {
    const error: unknown = await access(`${hostRoot}${folder}`, constants.W_OK).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (diskErrorCode(error) === 'READ_ONLY')
      return {
        code: 'READ_ONLY',
        message: `${folder} is on a read-only file system.`,
        details: { path: folder },
      };
  }
  return null;
}
