import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { databaseMark } from '../../rpm/read/database.ts';

/** libzypp's caches of the repositories' metadata; rebuilt only when that has changed. */
const solvFolder = '/var/cache/zypp/solv';

/** Files and folders whose change may change an answer of zypper, besides rpm's own database and the metadata. */
export const stateFiles: readonly string[] = [
  '/etc/zypp/locks',
  '/etc/zypp/zypp.conf',
  '/etc/zypp/repos.d',
  '/etc/zypp/vendors.d',
  '/run/reboot-needed',
];

/** The metadata of each repository, in the form that zypper itself works with. */
export async function metadataFiles(): Promise<string[]> {
  const aliases = await readdir(solvFolder).catch(() => []);
  return aliases.filter((alias) => alias !== '@System').map((alias) => path.join(solvFolder, alias, 'solv'));
}

/** A text that changes with everything that zypper's answers depend on; stat calls only. */
export async function stateMark(): Promise<string> {
  const folders = await Promise.all(
    ['/etc/zypp/repos.d', '/etc/zypp/vendors.d'].map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names.map((name) => path.join(folder, name));
    }),
  );
  const files = [...stateFiles, ...(await metadataFiles()), ...folders.flat()];
  const marks = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found ? `${file} ${found.size} ${found.mtimeMs} ${found.ino}` : `${file} -`;
    }),
  );
  return [await databaseMark(), ...marks].join('\n');
}
