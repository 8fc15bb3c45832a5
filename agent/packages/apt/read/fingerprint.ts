import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BackendContext } from '../../shared/context.ts';
import { newestTime, refreshStamp } from '../../shared/refreshed.ts';

const files = [
  '/var/lib/dpkg/status',
  '/var/lib/dpkg/updates',
  '/var/lib/dpkg/arch',
  '/var/lib/apt/extended_states',
  '/etc/apt/sources.list',
  '/etc/apt/preferences',
  '/etc/apt/apt.conf',
  '/run/reboot-required',
  '/run/reboot-required.pkgs',
  '/etc/machine-id',
];
const folders = [
  '/var/lib/apt/lists',
  '/var/lib/dpkg/updates',
  '/etc/apt/sources.list.d',
  '/etc/apt/preferences.d',
  '/etc/apt/apt.conf.d',
  '/boot',
];

/**
 * Size, time and inode: dpkg and apt replace their files by renaming, so the inode shows changes that a coarse clock
 * hides.
 */
export async function fileMark(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${file} ${found.size} ${found.mtimeMs} ${found.ino}` : `${file} -`;
}

/**
 * Hash over the state files of dpkg and apt: stat calls only, no process. apt's lock files and the folder of
 * partial downloads are left out, for they change while nothing is different.
 */
export async function fingerprint(): Promise<string> {
  const inside = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names
        .filter((name) => name !== 'lock' && name !== 'partial' && name !== 'auxfiles')
        .map((name) => path.join(folder, name));
    }),
  );
  const marks = await Promise.all([...files, ...inside.flat()].map(fileMark));
  return createHash('sha256').update(marks.toSorted().join('\n')).digest('hex').slice(0, 32);
}

/**
 * When the lists were last refreshed: our own stamp, the one that update-notifier's hook writes, or the newest
 * list. null when there are no lists at all.
 */
export async function refreshedAt({
  stashDir,
  now,
}: Pick<BackendContext, 'stashDir' | 'now'>): Promise<Date | null> {
  const lists = '/var/lib/apt/lists';
  const names = await readdir(lists).catch(() => []);
  if (!names.some((name) => name.endsWith('Release'))) return null;
  const stamps = [refreshStamp(stashDir), '/var/lib/apt/periodic/update-success-stamp', lists];
  return newestTime(stamps, now());
}
