import { statfs } from 'node:fs/promises';
import type { JobFailure, Plan } from '../backend.ts';
import type { RpmDriver } from './driver.ts';

/** rpm's database, history and logs grow too; below this nothing is started. */
const reserveBytes = 4 * 1024 * 1024;

/** Refuses a plan that the disk cannot take, before anything is fetched. */
export async function checkSpace({ cacheFolders }: RpmDriver, plan: Plan): Promise<JobFailure | null> {
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
