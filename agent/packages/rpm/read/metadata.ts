import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { refreshStamp } from '../../shared/refreshed.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmContext } from '../rpmContext.ts';
import { databaseMark } from './database.ts';

/** Size, time and inode, as one text. */
async function mark(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (!found) return `${file} -`;
  if (!found.isDirectory()) return `${file} ${found.size} ${found.mtimeMs} ${found.ino}`;
  const names = await readdir(file).catch(() => []);
  const inside = await Promise.all(
    names.map(async (name) => {
      const one = await stat(path.join(file, name)).catch(() => null);
      return one?.isFile() ? `${name} ${one.size} ${one.mtimeMs} ${one.ino}` : name;
    }),
  );
  return `${file} ${inside.toSorted().join(' ')}`;
}

/** Hash over the state of rpm's database, the repositories' metadata and the configuration: stat calls only. */
export async function fingerprint(driver: RpmDriver): Promise<string> {
  const metadata = await driver.metadataFiles();
  const marks = await Promise.all([...driver.stateFiles, ...metadata, '/boot'].map(mark));
  const text = [await databaseMark(), ...marks.toSorted()].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** When the metadata was last refreshed: our own stamp or the newest metadata; null when there is none. */
export async function refreshedAt({ stashDir }: RpmContext, driver: RpmDriver): Promise<Date | null> {
  const metadata = await driver.metadataFiles();
  if (metadata.length === 0) return null;
  const found = await Promise.all(
    [refreshStamp(stashDir), ...metadata].map((file) => stat(file).catch(() => null)),
  );
  return new Date(Math.max(...found.map((one) => one?.mtimeMs ?? 0)));
}
