import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv } from '../../backend.ts';
import { hashFile } from '../../shared/hash.ts';
import type { Reason } from '../../shared/reversibility.ts';
import { notStashed, stashFull, stashOff } from '../../shared/reversibility.ts';
import type { Stash } from '../../job/stash.ts';
import { stashFolder, stillThere, tellLack } from '../../job/stash.ts';
import type { RoomOptions } from '../../job/stashRoom.ts';
import { StashRoom } from '../../job/stashRoom.ts';
import type { ExactVersion, IndexEntry } from '../read/catalogue.ts';
import { exactKey } from '../read/catalogue.ts';
import { infoFile } from './conffiles.ts';
import { isCompleteDeb } from './debFile.ts';
import type { DpkgRow } from '../read/inventory.ts';
import { isConfigured } from '../read/inventory.ts';
import type { StashedDeb } from '../aptRecord.ts';
import { repackApart } from './repackApart.ts';
import { archiveDir, archiveName, unsignedReason } from '../plan/reversibility.ts';
import { aptEnv, workingOptions } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

const downloadTimeoutMs = 10 * 60_000;

export interface StashOptions extends RoomOptions {
  /** Sizes and hashes of the outgoing versions, by exactKey. */
  index: ReadonlyMap<string, IndexEntry>;
}

/**
 * Stores each outgoing package before it goes: from apt's cache, else from the repository while it still has that
 * version, else rebuilt from the installed files. A package that can't be stored, or for which the job itself leaves
 * no room, becomes a reason, never an error: the job goes on with a lesser verdict.
 */
export async function stashOutgoing(
  context: AptContext,
  env: JobEnv,
  rows: readonly DpkgRow[],
  { index, ...options }: StashOptions,
): Promise<Stash<StashedDeb>> {
  if (rows.length === 0) return { files: [], reasons: [] };
  if (!context.stash) return { files: [], reasons: rows.map(stashOff) };
  const reasons: Reason[] = [];
  const room = new StashRoom(context, env, options);
  let files: StashedDeb[] = [];
  try {
    files = await collect(context, env, rows, { index, room, reasons });
    await room.enforceLimit();
    await room.makeForJob();
    files = await stillThere(files, reasons);
  } catch (error) {
    env.log('agent', `stash: ${String(error)}`);
  }
  for (const row of rows) {
    if (!has(files, row) && !isTold(reasons, row)) reasons.push(notStashed(row, 'it could not be stored'));
  }
  tellLack(env, reasons);
  return { files, reasons };
}

interface Collecting {
  index: ReadonlyMap<string, IndexEntry>;
  room: StashRoom;
  /** Receives why each package could not be stored exactly. */
  reasons: Reason[];
}

async function collect(
  context: AptContext,
  env: JobEnv,
  rows: readonly DpkgRow[],
  { index, room, reasons }: Collecting,
): Promise<StashedDeb[]> {
  const folder = stashFolder(context, env.jobId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await Promise.all(rows.map((row) => fromCache(folder, row, index)));
  const files = found.filter((file) => file !== null);
  const absent = rows.filter((_, i) => found[i] === null);
  const inIndex = absent.filter((row) => (index.get(exactKey(row))?.sha256 ?? null) !== null);
  const fetched = await room.choose(inIndex, (row) => index.get(exactKey(row))?.sizeBytes ?? 0);
  reasons.push(...fetched.left.map(stashFull));
  files.push(...(await fromRepository(context, folder, fetched.chosen, index)));
  const left = absent.filter((one) => !has(files, one) && !isTold(reasons, one));
  files.push(...(await fromInstalled(context, env, folder, left, { room, reasons })));
  return files;
}

const isTold = (reasons: readonly Reason[], row: DpkgRow) =>
  reasons.some((reason) => reason.package === `${row.name}:${row.arch}`);

const has = (files: readonly StashedDeb[], row: DpkgRow) =>
  files.some((file) => file.name === row.name && file.arch === row.arch);

/** A cached file counts when it matches the signed index; without an index entry, apt checked it when it arrived. */
async function fromCache(
  folder: string,
  row: DpkgRow,
  index: ReadonlyMap<string, IndexEntry>,
): Promise<StashedDeb | null> {
  const cached = path.join(archiveDir, archiveName(row));
  const sha256 = await hashFile(cached);
  const expected = index.get(exactKey(row))?.sha256 ?? null;
  if (sha256 === null || (expected !== null && expected !== sha256)) return null;
  if (expected === null && !(await isCompleteDeb(cached))) return null;
  const target = path.join(folder, archiveName(row));
  await rm(target, { force: true });
  await link(cached, target).catch(() => copyFile(cached, target));
  return describe(row, target, sha256, 'cache');
}

/** Downloads all at once; a file counts only if its hash is the one in the signed index. */
async function fromRepository(
  context: AptContext,
  folder: string,
  listed: readonly DpkgRow[],
  index: ReadonlyMap<string, IndexEntry>,
): Promise<StashedDeb[]> {
  if (listed.length === 0) return [];
  await downloadExact(context, folder, listed);
  const files: StashedDeb[] = [];
  for (const row of listed) {
    const target = path.join(folder, archiveName(row));
    const sha256 = await hashFile(target);
    if (sha256 !== null && sha256 === index.get(exactKey(row))?.sha256) {
      files.push(await describe(row, target, sha256, 'repository'));
    } else await rm(target, { force: true });
  }
  return files;
}

/**
 * `apt-get download` into a folder; apt checks signatures and hashes. A package that fails is simply missing
 * afterwards.
 */
export async function downloadExact(
  context: AptContext,
  folder: string,
  versions: readonly ExactVersion[],
): Promise<void> {
  const argv = ['apt-get', '-q', ...workingOptions, 'download', '--', ...versions.map(exactKey)];
  await context.run(argv, { env: aptEnv, cwd: folder, timeoutMs: downloadTimeoutMs });
}

/** Rebuilds the packages that no source has any more. */
async function fromInstalled(
  context: AptContext,
  env: JobEnv,
  folder: string,
  rows: readonly DpkgRow[],
  { room, reasons }: Pick<Collecting, 'room' | 'reasons'>,
): Promise<StashedDeb[]> {
  const buildable: DpkgRow[] = [];
  for (const row of rows)
    if (isConfigured(row) && (await infoFile(row, 'list')) !== null) buildable.push(row);
  const { chosen, left } = await room.choose(buildable, (row) => row.installedSizeBytes);
  reasons.push(...left.map(stashFull));
  const outputOf = (row: DpkgRow) => path.join(folder, archiveName(row));
  const requests = chosen.map((row) => ({ name: row.name, arch: row.arch, output: outputOf(row) }));
  const results = await repackApart(context, env, requests);
  const files: StashedDeb[] = [];
  for (const [i, row] of chosen.entries()) {
    const { missing, error } = results[i] ?? { missing: null, error: null };
    const sha256 = missing === null ? null : await hashFile(outputOf(row));
    if (missing !== null && sha256 !== null) {
      reasons.push(rebuiltReason(row, missing));
      files.push(await describe(row, outputOf(row), sha256, 'installed'));
      continue;
    }
    env.log('agent', `stash: ${row.name} could not be rebuilt: ${error}`);
    await rm(outputOf(row), { force: true });
  }
  return files;
}

function rebuiltReason(row: DpkgRow, missing: readonly string[]): Reason {
  const reason = unsignedReason(row);
  if (missing.length === 0) return reason;
  const gaps = `Not on disk: ${missing.slice(0, 5).join(', ')} (${missing.length}).`;
  return { ...reason, message: `${reason.message} ${gaps}` };
}

async function describe(
  { name, arch, version }: DpkgRow,
  file: string,
  sha256: string,
  source: StashedDeb['source'],
): Promise<StashedDeb> {
  const { size } = await stat(file);
  return { name, arch, version, path: file, sha256, sizeBytes: size, source };
}
