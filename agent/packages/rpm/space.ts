import { access, constants, statfs } from 'node:fs/promises';
import { diskErrorCode } from '../../journalFiles.ts';
import type { JobFailure, Plan } from '../backend.ts';
import type { RpmDriver } from './driver.ts';

/** rpm's database, history and logs grow too; below this nothing is started. */
const reserveBytes = 4 * 1024 * 1024;

/** Refuses a plan (none: any change at all) that the disk cannot take, before anything is fetched. */
export async function checkSpace(
  { cacheFolders }: RpmDriver,
  plan: Pick<Plan, 'downloadSizeBytes' | 'diskChangeBytes'> = { downloadSizeBytes: 0, diskChangeBytes: 0 },
): Promise<JobFailure | null> {
  for (const [folder, bytes] of [
    [cacheFolders[0] ?? '/var/cache', plan.downloadSizeBytes],
    ['/usr', Math.max(plan.diskChangeBytes, 0)],
  ] as const) {
    const found = await statfs(folder).catch(() => null);
    const freeBytes = found ? found.bavail * found.bsize : Infinity;
    const neededBytes = bytes + reserveBytes;
    if (freeBytes >= neededBytes) continue;
    const message = `${folder} has ${freeBytes} bytes free; ${neededBytes} are needed.`;
    return { code: 'NO_SPACE', message, details: { path: folder, freeBytes, neededBytes } };
  }
  return null;
}

/** Where packages and their database lie; lists lie in the second one alone. */
const packageFolders = ['/usr', '/var'];
export const listFolders = ['/var'];

/** As pid 1 sees it, for transactions run beside it: in its own unit the agent could hardly write anywhere. */
const hostRoot = '/proc/1/root';

/** Refuses a change on a host that would refuse to be changed, before anything is fetched. */
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
