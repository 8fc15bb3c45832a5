import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Reason } from '../../shared/reversibility.ts';
import { notStashed } from '../../shared/reversibility.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmRow } from './inventory.ts';

export type Version = Pick<RpmRow, 'name' | 'arch' | 'version'>;

/** The reason for a package that is gone for good. */
export function unobtainable(version: Version): Reason {
  return notStashed(
    version,
    'neither a cache nor a repository has it any more, and an rpm cannot be rebuilt from its files',
  );
}

/** Package files below the package manager's cache, by file name. */
export async function listCached({ cacheFolders }: RpmDriver): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory() && depth > 0) await walk(full, depth - 1);
      else if (entry.isFile() && entry.name.endsWith('.rpm')) files.set(entry.name, full);
    }
  };
  for (const folder of cacheFolders) await walk(folder, 3);
  return files;
}

/** The name of a package file in repositories and caches: without the epoch. */
export function fileName({ name, arch, version }: Version): string {
  return `${name}-${version.replace(/^\d+:/, '')}.${arch}.rpm`;
}
