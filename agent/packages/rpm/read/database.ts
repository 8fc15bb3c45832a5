import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileState } from '../../shared/offers/fileState.ts';

/** rpm's database in its three formats, at its three places; reading it touches none of these. */
const folders = ['/var/lib/rpm', '/usr/lib/sysimage/rpm'];
const names = ['rpmdb.sqlite', 'rpmdb.sqlite-wal', 'Packages.db', 'Packages'];

/**
 * How rpm's database stands, by stat alone; its mark is empty when there is none. An empty log of SQLite's is none:
 * whoever reads makes one for as long as it reads.
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
