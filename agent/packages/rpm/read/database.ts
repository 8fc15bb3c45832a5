import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileState } from '../../shared/offers/fileState.ts';

/** rpm's database in its three formats, in the two folders where it may be; reading it changes none of these files. */
const folders = ['/var/lib/rpm', '/usr/lib/sysimage/rpm'];
const names = ['rpmdb.sqlite', 'rpmdb.sqlite-wal', 'Packages.db', 'Packages'];

/**
 * The state of rpm's database, by stat alone; the mark is empty when there is no database. An empty SQLite log is
 * ignored, because each reader makes one for as long as it reads.
 */
export async function databaseState(): Promise<FileState> {
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = await Promise.all(
    files.map(async (file) => ({ file, stats: await stat(file).catch(() => null) })),
  );
  const present = found.flatMap(({ file, stats }) => (stats && stats.size > 0 ? [{ file, stats }] : []));
  return {
    mark: present
      .map(({ file, stats: { size, mtimeMs, ino } }) => `${file} ${size} ${mtimeMs} ${ino}`)
      .join('\n'),
    changedAtMs: Math.max(0, ...present.map(({ stats }) => stats.mtimeMs)),
  };
}

/** The mark of {@link databaseState} alone. */
export async function databaseMark(): Promise<string> {
  return (await databaseState()).mark;
}
