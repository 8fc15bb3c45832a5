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
  /** What its removal gives back: less where files are in the package manager's cache as well. */
  freeableBytes: number;
  mtimeMs: number;
}

interface Choice {
  own: string;
  /** Folders that never go. */
  kept: readonly string[];
}

/** The folders that must go for the rest to fit, oldest first; those in `kept` never do, and `own` goes last. */
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
 * The folders whose removal gives back so many bytes: the oldest first, `own` last. null when all of them together do
 * not: then none has to go for nothing.
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
  /** What the job itself still writes: it goes before the stash. */
  needs: readonly Need[];
  /** Files that this very job is about to install: what lies beside them stays. */
  inUse?: readonly { path: string }[];
}

/** How much of the disk the stash of one job may take: the job comes first, then its stash, then those of older jobs. */
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

  /** Whether so many bytes more may be stored beside what is; older jobs' packages go where that gives the room. */
  async take(bytes: number): Promise<boolean> {
    const { sizeBytes: ownBytes } = await measure(this.#own);
    if (ownBytes + bytes > (await this.#limitBytes())) return false;
    const needs = [...this.#needs, { folder: this.#context.stashDir, bytes }];
    return (await this.#free(needs, [...this.#kept, this.#own])) === null;
  }

  /**
   * Sees to it that the job itself finds its room: at the cost of older jobs' packages, and of its own at last. The
   * failure when even that does not help; then nothing was given up.
   */
  makeForJob(): Promise<JobFailure | null> {
    return this.#free(this.#needs, this.#kept);
  }

  /** Keeps the whole stash within 2 GB and a tenth of its disk: the oldest jobs' packages go first. */
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
    for (const shortage of await findShortages(needs)) {
      const bytes = shortage.neededBytes - shortage.freeBytes;
      const folders = disk?.device === shortage.device ? await readFolders(this.#context) : [];
      const freed = chooseFreed(folders, { own: this.#own, kept, bytes });
      if (freed === null) return noSpace(shortage);
      await this.#evict(freed);
    }
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

/** A folder that is not there is empty. */
async function measure(folder: string): Promise<StashFolder> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => null)));
  const files = found.filter((one) => one?.isFile());
  const sum = (some: typeof files) => some.reduce((total, one) => total + (one?.size ?? 0), 0);
  const mtimeMs = (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
  const alone = files.filter((one) => one?.nlink === 1);
  return { folder, sizeBytes: sum(files), freeableBytes: sum(alone), mtimeMs };
}
