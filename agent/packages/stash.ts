import { readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Reason } from './reversibility.ts';
import type { BackendContext } from './system.ts';

const maxStashBytes = 2 * 1024 ** 3;
const maxDiskShare = 0.1;

/** One outgoing package as it lies in the stash. */
export interface StashedFile {
  name: string;
  arch: string;
  version: string;
  /** Absolute. */
  path: string;
  /** Hex; checked again before the file is used. */
  sha256: string;
  sizeBytes: number;
}

export interface Stash<File extends StashedFile> {
  files: File[];
  /** Why some outgoing package can't be restored exactly. */
  reasons: Reason[];
}

/** The folder that a job's outgoing packages lie in. */
export function stashFolder({ stashDir }: Pick<BackendContext, 'stashDir'>, jobId: string): string {
  return path.join(stashDir, path.basename(jobId));
}

interface StashFolder {
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
  context: Pick<BackendContext, 'stashDir'>,
  jobId: string,
  inUse: readonly { path: string }[] = [],
): Promise<boolean> {
  const { bsize, blocks } = await statfs(context.stashDir);
  const limitBytes = Math.min(maxStashBytes, bsize * blocks * maxDiskShare);
  const names = (await readdir(context.stashDir)).filter((name) => !name.startsWith('.'));
  const folders = await Promise.all(names.map((name) => measure(path.join(context.stashDir, name))));
  const own = stashFolder(context, jobId);
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
