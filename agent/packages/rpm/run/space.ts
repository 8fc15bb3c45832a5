import { access, constants } from 'node:fs/promises';
import { diskErrorCode } from '#agent/files/atomic.ts';
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

/** Systems whose packages change in a new image that the next boot uses, by a file that only they have. */
const transactionalSystems = [
  ['/run/ostree-booted', 'Fedora Atomic or another rpm-ostree system', 'rpm-ostree upgrade'],
  [
    '/usr/sbin/transactional-update',
    'openSUSE MicroOS or another transactional system',
    'transactional-update',
  ],
] as const;

/** Why a system is read-only on purpose, and what to do there; null where it is not. */
export async function transactional(root = hostRoot): Promise<string | null> {
  for (const [file, system, command] of transactionalSystems) {
    const isThere = await access(`${root}${file}`).then(
      () => true,
      () => false,
    );
    if (isThere)
      return `This is ${system}: its packages change only in a new system image, by “${command}” and a restart. Fleetmend reads its packages and patches, and does not change them: leave this host out of jobs, and update it by its own timer.`;
  }
  return null;
}

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
        message: (await transactional()) ?? `${folder} is on a read-only file system.`,
        details: { path: folder },
      };
  }
  return null;
}
