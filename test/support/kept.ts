import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

const cache = path.resolve(import.meta.dirname, '../../.cache');
const keptMs = 86_400_000;

/** What is made of sources, and kept until they change. */
export interface Kept {
  /** A folder of its kind in `.cache`. */
  folder: string;
  /** Says of what it is made; files of the same prefix that nobody has used for a day are removed. */
  prefix: string;
  /** Changes with all that it is made of, and ends in the file's extension. */
  key: string;
  /** Called where there is none yet. */
  make(file: string): Promise<void> | void;
}

/** The path of such a file, which is whole: several suites may make it at the same time. */
export async function keptFile({ folder, prefix, key, make }: Kept): Promise<string> {
  const all = path.join(cache, folder);
  const file = path.join(all, `${prefix}-${key}`);
  if (isUsed(file)) return file;
  mkdirSync(all, { recursive: true });
  const older = readdirSync(all).filter(
    (name) => name.startsWith(`${prefix}-`) && isUnused(path.join(all, name)),
  );
  const own = path.join(all, `.new-${process.pid}-${path.basename(file)}`);
  try {
    await make(own);
    renameSync(own, file);
  } finally {
    rmSync(own, { force: true });
  }
  for (const name of older) rmSync(path.join(all, name), { force: true });
  return file;
}

/** False if there is none. One that is used stays for another day. */
function isUsed(file: string): boolean {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return true;
  } catch {
    return false;
  }
}

/** False for one that another suite has just removed. */
function isUnused(file: string): boolean {
  const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return Date.now() - usedAt > keptMs;
}

/** Renames the folder, or keeps the one that another test has made meanwhile. */
export function renameOrUseOther(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
