import { copyFile, link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv } from '../backend.ts';
import type { ExactVersion, IndexEntry } from './catalogue.ts';
import { exactKey } from './catalogue.ts';
import { infoFile } from './conffiles.ts';
import { isCompleteDeb } from './debFile.ts';
import { hashFile } from './hash.ts';
import type { DpkgRow } from './inventory.ts';
import { isConfigured } from './inventory.ts';
import type { StashedFile } from './record.ts';
import { repack } from './repack.ts';
import type { Reason } from './reversibility.ts';
import { archiveDir, archiveName, unsignedReason } from './reversibility.ts';
import { aptEnv } from './system.ts';
import type { AptContext } from './system.ts';

const maxStashBytes = 2 * 1024 ** 3;
const maxDiskShare = 0.1;
const downloadTimeoutMs = 10 * 60_000;

export interface Stash {
  files: StashedFile[];
  /** Why some outgoing package can't be restored exactly. */
  reasons: Reason[];
}

/** The folder that a job's outgoing packages lie in. */
export function stashFolder(context: AptContext, jobId: string): string {
  return path.join(context.stashDir, path.basename(jobId));
}

/**
 * Stores each outgoing package before it goes: from apt's cache, else from the repository while it still has
 * that version, else rebuilt from the installed files. What can't be stored becomes a reason, never an error:
 * the job goes on with a lesser verdict.
 */
export async function stashOutgoing(
  context: AptContext,
  env: JobEnv,
  rows: readonly DpkgRow[],
  index: ReadonlyMap<string, IndexEntry>,
  inUse: readonly { path: string }[] = [],
): Promise<Stash> {
  if (rows.length === 0) return { files: [], reasons: [] };
  const folder = stashFolder(context, env.jobId);
  const reasons: Reason[] = [];
  const files: StashedFile[] = [];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await Promise.all(rows.map((row) => fromCache(folder, row, index)));
    files.push(...found.filter((file) => file !== null));
    const absent = rows.filter((_, i) => found[i] === null);
    files.push(...(await fromRepository(context, folder, absent, index)));
    for (const row of absent.filter((one) => !has(files, one))) {
      const file = await fromInstalled(context, env, folder, row, reasons);
      if (file) files.push(file);
    }
    const evicted = await enforceLimit(context, env.jobId, inUse);
    if (evicted)
      return { files: [], reasons: rows.map((row) => notStashed(row, 'STASH_FULL', 'the stash is full')) };
  } catch (error) {
    env.log('agent', `stash: ${String(error)}`);
  }
  for (const row of rows) {
    if (!has(files, row) && !reasons.some((reason) => reason.package === `${row.name}:${row.arch}`)) {
      reasons.push(notStashed(row, 'NOT_STASHED', 'it could not be stored'));
    }
  }
  return { files, reasons };
}

const has = (files: readonly StashedFile[], row: DpkgRow) =>
  files.some((file) => file.name === row.name && file.arch === row.arch);

function notStashed({ name, arch, version }: DpkgRow, code: string, why: string): Reason {
  return { code, package: `${name}:${arch}`, message: `${name} ${version} is not stored: ${why}.` };
}

/** A cached file counts when it is what the signed index lists; without an index entry, apt checked it on arrival. */
async function fromCache(
  folder: string,
  row: DpkgRow,
  index: ReadonlyMap<string, IndexEntry>,
): Promise<StashedFile | null> {
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

/** One download for all; each file counts only with the hash of the signed index. */
async function fromRepository(
  context: AptContext,
  folder: string,
  rows: readonly DpkgRow[],
  index: ReadonlyMap<string, IndexEntry>,
): Promise<StashedFile[]> {
  const listed = rows.filter((row) => index.get(exactKey(row))?.sha256);
  if (listed.length === 0) return [];
  await downloadExact(context, folder, listed);
  const files: StashedFile[] = [];
  for (const row of listed) {
    const target = path.join(folder, archiveName(row));
    const sha256 = await hashFile(target);
    if (sha256 !== null && sha256 === index.get(exactKey(row))?.sha256) {
      files.push(await describe(row, target, sha256, 'repository'));
    } else await rm(target, { force: true });
  }
  return files;
}

/** `apt-get download` into a folder; apt checks signatures and hashes. What fails is simply not there afterwards. */
export async function downloadExact(
  context: AptContext,
  folder: string,
  versions: readonly ExactVersion[],
): Promise<void> {
  const argv = ['apt-get', '-q', 'download', '--', ...versions.map(exactKey)];
  await context.run(argv, { env: aptEnv, cwd: folder, timeoutMs: downloadTimeoutMs });
}

async function fromInstalled(
  context: AptContext,
  env: JobEnv,
  folder: string,
  row: DpkgRow,
  reasons: Reason[],
): Promise<StashedFile | null> {
  if (!isConfigured(row) || (await infoFile(row, 'list')) === null) return null;
  const output = path.join(folder, archiveName(row));
  try {
    const { missing } = await repack(context, { name: row.name, arch: row.arch, output });
    const sha256 = (await hashFile(output)) ?? '';
    const reason = unsignedReason(row);
    const gaps =
      missing.length > 0 ? ` Not on disk: ${missing.slice(0, 5).join(', ')} (${missing.length}).` : '';
    reasons.push({ ...reason, message: `${reason.message}${gaps}` });
    return await describe(row, output, sha256, 'installed');
  } catch (error) {
    env.log('agent', `stash: ${row.name} could not be rebuilt: ${String(error)}`);
    await rm(output, { force: true });
    return null;
  }
}

async function describe(
  { name, arch, version }: DpkgRow,
  file: string,
  sha256: string,
  source: StashedFile['source'],
): Promise<StashedFile> {
  const { size } = await stat(file);
  return { name, arch, version, path: file, sha256, sizeBytes: size, source };
}

export interface StashFolder {
  folder: string;
  sizeBytes: number;
  mtimeMs: number;
}

/** The folders that must go for the rest to fit, oldest first; those in `kept` never do, and `own` goes last. */
export function chooseEvicted(
  folders: readonly StashFolder[],
  { own, kept, limitBytes }: { own: string; kept: readonly string[]; limitBytes: number },
): string[] {
  const rank = ({ folder }: StashFolder): number => (kept.includes(folder) ? 2 : folder === own ? 1 : 0);
  const order = folders.toSorted((a, b) => rank(b) - rank(a) || b.mtimeMs - a.mtimeMs);
  const evicted: string[] = [];
  let totalBytes = 0;
  for (const { folder, sizeBytes } of order) {
    if (totalBytes + sizeBytes > limitBytes && !kept.includes(folder)) evicted.push(folder);
    else totalBytes += sizeBytes;
  }
  return evicted;
}

/**
 * Keeps the stash within 2 GB and a tenth of its disk: the oldest jobs' packages go first. `inUse`: files that this
 * very job is about to install; what lies beside them stays. True when even this job's own had to go.
 */
export async function enforceLimit(
  context: Pick<AptContext, 'stashDir'>,
  jobId: string,
  inUse: readonly { path: string }[] = [],
): Promise<boolean> {
  const { bsize, blocks } = await statfs(context.stashDir);
  const limitBytes = Math.min(maxStashBytes, bsize * blocks * maxDiskShare);
  const names = (await readdir(context.stashDir)).filter((name) => !name.startsWith('.'));
  const folders = await Promise.all(names.map((name) => measure(path.join(context.stashDir, name))));
  const own = path.join(context.stashDir, path.basename(jobId));
  const kept = inUse.map((file) => path.dirname(file.path));
  const evicted = chooseEvicted(folders, { own, kept, limitBytes });
  for (const folder of evicted) await rm(folder, { recursive: true, force: true });
  return evicted.includes(own);
}

async function measure(folder: string): Promise<StashFolder> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)));
  const sizeBytes = found.reduce((total, one) => total + (one?.size ?? 0), 0);
  const { mtimeMs } = await stat(folder);
  return { folder, sizeBytes, mtimeMs };
}
