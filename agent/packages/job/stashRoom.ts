import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, JobFailure } from '../backend.ts';
import type { Need } from '../shared/space.ts';
import { diskOf, findShortages, noSpace } from '../shared/space.ts';
import { stashFolder } from './stash.ts';
import type { BackendContext } from '../shared/context.ts';

const maxStashBytes = 2 * 1024 ** 3;
const maxDiskShare = 0.1;

type StashContext = Pick<BackendContext, 'stashDir'>;

/** One job's folder in the stash. */
export interface StashFolder {
  folder: string;
  sizeBytes: number;
  /**
   * Bytes that its removal frees: less than its size where the package manager's cache holds the same files (hard
   * links).
   */
  freeableBytes: number;
  mtimeMs: number;
}

interface Choice {
  own: string;
  /** Folders that are never removed. */
  kept: readonly string[];
}

/** The folders that find no room in `limitBytes`: room goes to `kept` (always), then `own`, then the newest others. */
export function chooseEvicted(
  folders: readonly StashFolder[],
  { own, kept, limitBytes }: Choice & { limitBytes: number },
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
 * The folders to remove to free `bytes`: the oldest first, `own` last. null when even all of them would not free that
 * much: then none is removed in vain.
 */
export function chooseFreed(
  folders: readonly StashFolder[],
  { own, kept, bytes }: Choice & { bytes: number },
): string[] | null {
  const free = folders.filter(({ folder, freeableBytes }) => !kept.includes(folder) && freeableBytes > 0);
  const order = free.toSorted(
    (a, b) => Number(a.folder === own) - Number(b.folder === own) || a.mtimeMs - b.mtimeMs,
  );
  const chosen: string[] = [];
  let freedBytes = 0;
  for (const { folder, freeableBytes } of order) {
    if (freedBytes >= bytes) break;
    chosen.push(folder);
    freedBytes += freeableBytes;
  }
  return freedBytes >= bytes ? chosen : null;
}

export interface RoomOptions {
  /** What the job itself still writes; it has priority over the stash. */
  needs: readonly Need[];
  /** Files that this job is about to install; their folders stay. */
  inUse?: readonly { path: string }[];
}

/** Disk space for the stash of one job: the job itself comes first, then its stash, then those of older jobs. */
export class StashRoom {
  readonly #context: StashContext;
  readonly #env: Pick<JobEnv, 'jobId' | 'log'>;
  readonly #needs: readonly Need[];
  readonly #own: string;
  readonly #kept: readonly string[];

  constructor(context: StashContext, env: Pick<JobEnv, 'jobId' | 'log'>, { needs, inUse = [] }: RoomOptions) {
    this.#context = context;
    this.#env = env;
    this.#needs = needs;
    this.#own = stashFolder(context, env.jobId);
    this.#kept = inUse.map((file) => path.dirname(file.path));
  }

  /** Sorts packages, in their order, into those that find room together and those that no longer do. */
  async choose<Row>(
    rows: readonly Row[],
    bytesOf: (row: Row) => number,
  ): Promise<{ chosen: Row[]; left: Row[] }> {
    const chosen: Row[] = [];
    const left: Row[] = [];
    let chosenBytes = 0;
    for (const row of rows) {
      const fits = await this.#take(chosenBytes + bytesOf(row));
      if (fits) chosenBytes += bytesOf(row);
      (fits ? chosen : left).push(row);
    }
    return { chosen, left };
  }

  /** Whether `bytes` more may be stored. Removes older jobs' packages where that makes the room. */
  async #take(bytes: number): Promise<boolean> {
    const { sizeBytes: ownBytes } = await measure(this.#own);
    if (ownBytes + bytes > (await this.#limitBytes())) return false;
    const needs = [...this.#needs, { folder: this.#context.stashDir, bytes }];
    return (await this.#free(needs, [...this.#kept, this.#own])) === null;
  }

  /**
   * Makes room for the job itself: removes older jobs' packages, and this job's own last. Returns the failure when
   * even that does not help.
   */
  makeForJob(): Promise<JobFailure | null> {
    return this.#free(this.#needs, this.#kept);
  }

  /** Keeps the whole stash within 2 GB and a tenth of its disk: removes the oldest jobs' packages first. */
  async enforceLimit(): Promise<void> {
    const limitBytes = await this.#limitBytes();
    const choice = { own: this.#own, kept: this.#kept, limitBytes };
    await this.#evict(chooseEvicted(await readFolders(this.#context), choice));
  }

  async #limitBytes(): Promise<number> {
    await mkdir(this.#context.stashDir, { recursive: true, mode: 0o700 });
    const { bsize, blocks } = await statfs(this.#context.stashDir);
    return Math.min(maxStashBytes, bsize * blocks * maxDiskShare);
  }

  async #free(needs: readonly Need[], kept: readonly string[]): Promise<JobFailure | null> {
    const disk = await diskOf(this.#context.stashDir);
    // Nothing is removed before it is clear that it helps: the job fails if any one file system stays too small.
    const chosen: string[] = [];
    for (const shortage of await findShortages(needs)) {
      const bytes = shortage.neededBytes - shortage.freeBytes;
      const folders = disk?.device === shortage.device ? await readFolders(this.#context) : [];
      const freed = chooseFreed(folders, { own: this.#own, kept, bytes });
      if (freed === null) return noSpace(shortage);
      chosen.push(...freed);
    }
    await this.#evict(chosen);
    return null;
  }

  async #evict(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      await rm(folder, { recursive: true, force: true });
      const whose = folder === this.#own ? 'this job' : `job ${path.basename(folder)}`;
      this.#env.log(
        'agent',
        `stash: what ${whose} had stored is given up to make room; it cannot be rolled back`,
      );
    }
  }
}

async function readFolders({ stashDir }: StashContext): Promise<StashFolder[]> {
  const names = (await readdir(stashDir).catch(() => [])).filter((name) => !name.startsWith('.'));
  return Promise.all(names.map((name) => measure(path.join(stashDir, name))));
}

/** A missing folder counts as empty. */
async function measure(folder: string): Promise<StashFolder> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)));
  const files = found.filter((one) => one?.isFile());
  const sum = (some: typeof files) => some.reduce((total, one) => total + (one?.size ?? 0), 0);
  const mtimeMs = (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
  const alone = files.filter((one) => one?.nlink === 1);
  return { folder, sizeBytes: sum(files), freeableBytes: sum(alone), mtimeMs };
}
