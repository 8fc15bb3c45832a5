import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileState } from '../../shared/offers/fileState.ts';
import { databaseMark } from '../../rpm/read/database.ts';
import { repomdFiles } from './primary.ts';

/** libzypp's caches of the repositories' metadata; they are rebuilt only when the metadata has changed. */
const solvFolder = '/var/cache/zypp/solv';

/** Files and folders that zypper's answers depend on, besides rpm's own database and the metadata. */
export const stateFiles: readonly string[] = [
  '/etc/zypp/locks',
  '/etc/zypp/zypp.conf',
  '/etc/zypp/repos.d',
  '/etc/zypp/vendors.d',
  '/run/reboot-needed',
];

/** Repositories, services that create repositories, and the values of their variables. */
const offering = [
  '/etc/zypp/zypp.conf',
  '/etc/zypp/repos.d',
  '/etc/zypp/services.d',
  '/etc/zypp/vars.d',
  '/etc/products.d',
  '/etc/os-release',
  '/usr/bin/zypper',
];

/** The metadata of each repository, in the form that zypper itself works with. */
export async function metadataFiles(): Promise<string[]> {
  const aliases = await readdir(solvFolder).catch(() => []);
  return aliases.filter((alias) => alias !== '@System').map((alias) => path.join(solvFolder, alias, 'solv'));
}

/** The files that decide which repositories libzypp has, and their lists. */
export async function offerFiles(): Promise<string[]> {
  return [...offering, ...(await metadataFiles()), ...(await repomdFiles())];
}

/** A text that changes with everything that zypper's answers depend on; uses stat calls only. */
export async function stateMark(): Promise<string> {
  const { mark } = await fileState([...stateFiles, ...(await metadataFiles())]);
  return [await databaseMark(), mark].join('\n');
}
