import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv } from '../../backend.ts';
import { hashFile } from '../../shared/hash.ts';
import type { Reason } from '../../shared/reversibility.ts';
import { stashFull, stashOff } from '../../shared/reversibility.ts';
import type { Stash } from '../../job/stash.ts';
import type { StashedFile } from '../../shared/stashedFile.ts';
import { stashFolder, stillThere, tellLack } from '../../job/stash.ts';
import type { RoomOptions } from '../../job/stashRoom.ts';
import { StashRoom } from '../../job/stashRoom.ts';
import type { Offer, RpmDriver } from '../rpmDriver.ts';
import type { RpmRow } from '../read/inventory.ts';
import { nevra } from '../read/inventory.ts';
import { formatEvr } from '#server/shared/versions/rpm.ts';
import type { Version } from '../read/cached.ts';
import { fileName, listCached, unobtainable } from '../read/cached.ts';
import type { RpmContext } from '../rpmContext.ts';
import { query, runApart } from '../rpmContext.ts';

export interface StashOptions extends RoomOptions {
  /** All versions that the repositories have, including the outgoing ones. */
  offers: readonly Offer[];
}

/**
 * Stores each outgoing package before it goes: from the package manager's cache, else from the repository while it
 * still has that version. A package that can't be stored, or for which the job itself leaves no room, becomes a
 * reason, never an error: the job goes on with a lesser verdict.
 */
export async function stashOutgoing(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  rows: readonly RpmRow[],
  { offers, ...options }: StashOptions,
): Promise<Stash<StashedFile>> {
  if (rows.length === 0) return { files: [], reasons: [] };
  if (!context.stash) return { files: [], reasons: rows.map(stashOff) };
  const folder = stashFolder(context, env.jobId);
  const reasons: Reason[] = [];
  const room = new StashRoom(context, env, options);
  let files: StashedFile[] = [];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await fromCache(driver, folder, rows);
    files = await verified(context, folder, rows);
    const absent = rows.filter((row) => !has(files, row));
    const wanted = await chooseFetched(absent, { offers, room, reasons });
    if (wanted.length > 0) {
      await fetchInto(context, driver, env, folder, wanted);
      files = await verified(context, folder, rows);
    }
    await room.enforceLimit();
    await room.makeForJob();
    files = await stillThere(files, reasons);
  } catch (error) {
    env.log('agent', `stash: ${String(error)}`);
  }
  const told = (row: RpmRow) => reasons.some((reason) => reason.package === `${row.name}:${row.arch}`);
  reasons.push(...rows.filter((row) => !has(files, row) && !told(row)).map(unobtainable));
  tellLack(env, reasons);
  return { files, reasons };
}

/** The packages that a repository still has, as far as there is room for them. */
async function chooseFetched(
  absent: readonly RpmRow[],
  { offers, room, reasons }: { offers: readonly Offer[]; room: StashRoom; reasons: Reason[] },
): Promise<RpmRow[]> {
  const offerOf = (row: RpmRow) => offers.find((one) => isSame(one, row));
  const offered = absent.filter((row) => offerOf(row) !== undefined);
  const { chosen, left } = await room.choose(offered, (row) => offerOf(row)?.downloadSizeBytes ?? 0);
  reasons.push(...left.map(stashFull));
  return chosen;
}

const isSame = (a: Version, b: Version) => a.name === b.name && a.arch === b.arch && a.version === b.version;
const has = (files: readonly StashedFile[], row: RpmRow) => files.some((file) => isSame(file, row));

/**
 * Fetches exact versions into another folder first: dnf 4 remembers where it has put a download and deletes it after
 * its next transaction. Repositories may use any file names (`product_current.rpm`); here the files are named after
 * the packages in them.
 */
export async function fetchInto(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  folder: string,
  rows: readonly Version[],
): Promise<void> {
  const incoming = path.join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await runApart(context, env, 'fetch', driver.fetchArgv(incoming, rows, context.sourceOptions));
  const usual = new Set(rows.map(fileName));
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    const called = usual.has(name) ? name : await nameByHeader(context, file, rows);
    if (called !== undefined) await rename(file, path.join(folder, called));
  }
  await rm(incoming, { recursive: true, force: true });
}

async function nameByHeader(
  context: RpmContext,
  file: string,
  rows: readonly Version[],
): Promise<string | undefined> {
  const headers = await readHeaders(context, [file]);
  const row = rows.find((one) => headers.has(nevra(one)));
  return row && fileName(row);
}

async function fromCache(driver: RpmDriver, folder: string, rows: readonly RpmRow[]): Promise<void> {
  const cached = await listCached(driver);
  for (const row of rows) {
    const source = cached.get(fileName(row));
    if (source === undefined) continue;
    const target = path.join(folder, fileName(row));
    await rm(target, { force: true });
    await link(source, target).catch(() => copyFile(source, target));
  }
}

/** The files of a folder whose digests and signatures (if any) are valid and which are exactly the wanted versions. */
export async function verified(
  context: RpmContext,
  folder: string,
  rows: readonly Version[],
): Promise<StashedFile[]> {
  const names = new Set(await readdir(folder).catch(() => []));
  const present = rows.filter((row) => names.has(fileName(row)));
  if (present.length === 0) return [];
  const paths = present.map((row) => path.join(folder, fileName(row)));
  const [headers, sound] = await Promise.all([readHeaders(context, paths), findSound(context, paths)]);
  const files: StashedFile[] = [];
  for (const [i, { name, arch, version }] of present.entries()) {
    const file = paths[i] ?? '';
    if (!headers.has(nevra({ name, arch, version })) || !sound.has(file)) continue;
    const { size } = await stat(file);
    const sha256 = (await hashFile(file)) ?? '';
    files.push({ name, arch, version, path: file, sha256, sizeBytes: size });
  }
  return files;
}

/** The package in a file whose digests and signature (if any) are right; null where it is none, or damaged. */
export async function describeRpm(context: RpmContext, file: string): Promise<StashedFile | null> {
  const [[header], sound, sha256, found] = await Promise.all([
    readVersions(context, [file]),
    findSound(context, [file]),
    hashFile(file),
    stat(file).catch(() => null),
  ]);
  if (!header || !sound.has(file) || sha256 === null || found === null) return null;
  return { ...header, path: file, sha256, sizeBytes: found.size };
}

/** The package that each file's header names; unreadable files are left out. */
async function readHeaders(context: RpmContext, paths: readonly string[]): Promise<Set<string>> {
  return new Set((await readVersions(context, paths)).map(nevra));
}

async function readVersions(context: RpmContext, paths: readonly string[]): Promise<Version[]> {
  const format = '%{NAME}\\t%{ARCH}\\t%{EPOCHNUM}\\t%{VERSION}\\t%{RELEASE}\\n';
  const { stdout } = await query(context, ['rpm', '-qp', '--nosignature', '--qf', format, ...paths]);
  return stdout.split('\n').flatMap((line) => {
    const [name, arch, epoch = '0', version = '', release] = line.split('\t');
    if (!name || !arch || release === undefined) return [];
    return [{ name, arch, version: formatEvr({ epoch, version, release }) }];
  });
}

/** The files whose digests and signature (if any) are right; a truncated file is not among them. */
async function findSound(context: RpmContext, paths: readonly string[]): Promise<Set<string>> {
  const { stdout } = await query(context, ['rpmkeys', '--checksig', ...paths]);
  const lines = stdout.split('\n').filter((line) => / OK$/.test(line) && !/NOT OK/i.test(line));
  return new Set(paths.filter((file) => lines.some((line) => line.includes(`${file}: `))));
}
