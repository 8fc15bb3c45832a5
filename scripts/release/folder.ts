import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { compareDebian } from '#server/shared/versions/debian.ts';
import { packageVersion } from '../packages/formats.ts';
import { makeAptRepository, makeRpmRepository, sourceFiles } from './repositories.ts';
import { assertSameKey, minisign, verifyMinisign, writeMinisignKey, writePublicKey } from './signing.ts';
import type { ReleaseKeys } from './signing.ts';

const TOLD = 'releases.json';
const SUMS = 'SHA256SUMS';
const KEY = 'fleetmend.asc';

/** One version in the folder that is published. */
export interface Release {
  version: string;
  /** Day of the changelog, such as 2026-11-30. */
  date: string;
  /** Its packages and archives, by their paths in the folder. */
  files: string[];
}

export interface Publication {
  /** The folder. */
  out: string;
  /** A folder beside it, on the same file system, which goes away. */
  work: string;
  /** The version that is added, with the files that were made of it. */
  version: string;
  madeAtSecs: number;
  made: readonly string[];
  /** The versions of the folder that stay in it. */
  staying: readonly Release[];
  keys: ReleaseKeys;
  /** Address of the folder for package managers. */
  url: string;
}

/**
 * The releases of the folder that stay beside `version`, the newest first, so that with it there are at most `keep`. Throws
 * in words for a folder that no release has made, and unless these keys have signed what stays, each file of it unchanged.
 */
export function releasesThatStay(
  { out, work, version, keys }: Pick<Publication, 'out' | 'work' | 'version' | 'keys'>,
  keep: number,
): Release[] {
  if (!existsSync(out) || readdirSync(out).length === 0) return [];
  const told = path.join(out, TOLD);
  if (!existsSync(told))
    throw new Error(`${out} was not made by a release (no ${TOLD}): remove it, or name another by --out`);
  const { releases } = JSON.parse(readFileSync(told, 'utf8')) as { releases: Release[] };
  const stay = releases
    .filter((one) => one.version !== version)
    .sort(newestFirst)
    .slice(0, keep - 1);
  if (stay.length === 0) return [];
  assertSameKey(keys, path.join(out, KEY));
  verifyMinisign(path.join(out, SUMS), writeMinisignKey(keys, work));
  const sums = readFileSync(path.join(out, SUMS), 'utf8').split('\n');
  for (const name of [TOLD, ...stay.flatMap(({ files }) => files)])
    if (!sums.includes(sumOf(out, name)))
      throw new Error(`${path.join(out, name)} was changed since its release`);
  return stay;
}

const newestFirst = (a: Release, b: Release): number =>
  compareDebian(packageVersion(b.version), packageVersion(a.version));

/** Makes the folder of the new version and of those that stay, signs it, and puts it in the place of the one before. */
export function publish(publication: Publication): void {
  const { out, work, version, madeAtSecs, made, staying, keys, url } = publication;
  const into = path.join(work, 'published');
  for (const folder of Object.values(folders)) mkdirSync(path.join(into, folder), { recursive: true });
  for (const file of made) linkSync(file, path.join(into, placeOf(file)));
  for (const name of staying.flatMap(({ files }) => files))
    linkSync(path.join(out, name), path.join(into, name));
  const date = new Date(madeAtSecs * 1_000).toISOString().slice(0, 10);
  const releases = [{ version, date, files: made.map(placeOf) }, ...staying];
  writeFileSync(
    path.join(into, TOLD),
    `${JSON.stringify({ releases: releases.sort(newestFirst) }, null, 2)}\n`,
  );
  // Not before that of the lists that it replaces: apt would keep those.
  const listedAtSecs = Math.max(...releases.map((one) => Date.parse(one.date) / 1_000));
  makeAptRepository({ into: path.join(into, 'apt'), keys, madeAtSecs: listedAtSecs });
  makeRpmRepository({ into: path.join(into, 'rpm'), keys, madeAtSecs: listedAtSecs });
  for (const [name, text] of Object.entries(sourceFiles(url.replace(/\/$/, ''))))
    writeFileSync(path.join(into, name), text);
  writePublicKey(keys, path.join(into, KEY));
  const names = filesIn(into);
  writeFileSync(path.join(into, SUMS), names.map((name) => `${sumOf(into, name)}\n`).join(''));
  minisign(keys, path.join(into, SUMS));
  writeMinisignKey(keys, into);
  rmSync(out, { recursive: true, force: true });
  renameSync(into, out);
}

const folders: Readonly<Record<string, string>> = { '.deb': 'apt/pool', '.rpm': 'rpm/packages' };

const placeOf = (file: string): string => path.join(folders[path.extname(file)] ?? '', path.basename(file));

const filesIn = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** A line as `sha256sum --check` reads it. */
function sumOf(folder: string, name: string): string {
  const sha256 = createHash('sha256').update(readFileSync(path.join(folder, name)));
  return `${sha256.digest('hex')}  ${name}`;
}
