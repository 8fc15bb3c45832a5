import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailure } from './backend.ts';

interface LockHolder {
  pid: number;
  /** Its name; null when it ended meanwhile or isn't visible from here. */
  command: string | null;
}

/** Where a package manager shows that it is at work. */
export interface LockPlaces {
  /** Files that it holds a write lock on. */
  files: readonly string[];
  /** Files that hold its process id while it works; one that has ended holds nothing. */
  pidFiles?: readonly string[];
}

/** How long a lock that somebody else holds is waited for; whoever asked for the job retries by minutes. */
export const lockTimeoutSecs = 10;
const pollMs = 250;

/**
 * Finds the process that holds a write lock on one of these inodes. Matched by inode alone: on overlay file
 * systems the device in /proc/locks is another one than stat tells.
 */
export function parseLocks(locks: string, inodes: ReadonlySet<string>): number | null {
  for (const line of locks.split('\n')) {
    const match = /^\d+: (?:POSIX|OFDLCK|FLOCK) +\S+ +WRITE +(-?\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line);
    if (match?.[2] !== undefined && inodes.has(match[2])) return Number(match[1]);
  }
  return null;
}

/** Who holds one of the locks now; null when nobody does. */
async function findLockHolder({ files, pidFiles = [] }: LockPlaces): Promise<LockHolder | null> {
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  const inodes = new Set(found.flatMap((one) => (one ? [String(one.ino)] : [])));
  // The kernel leaves entries out of a list that changes while it is read; hardly twice the same.
  const pid = (await readLocks(inodes)) ?? (await readLocks(inodes));
  if (pid !== null) return { pid, command: await commandOf(pid) };
  for (const file of pidFiles) {
    const named = Number(await readFile(file, 'utf8').catch(() => ''));
    const command = Number.isInteger(named) && named > 0 ? await commandOf(named) : null;
    if (command !== null) return { pid: named, command };
  }
  return null;
}

async function readLocks(inodes: ReadonlySet<string>): Promise<number | null> {
  return parseLocks(await readFile('/proc/locks', 'utf8').catch(() => ''), inodes);
}

async function commandOf(pid: number): Promise<string | null> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  return name?.trim() ?? null;
}

function lockFailure({ pid, command }: LockHolder): JobFailure {
  const message = `The package manager's lock is held by process ${pid} (${command ?? '?'}).`;
  return { code: 'LOCK_HELD', message, details: { pid, command } };
}

/**
 * Waits until nobody holds the locks; then the failure. While somebody else works, the package database shows
 * half-done packages that are none of our business to repair.
 */
export async function waitForLocks(places: LockPlaces): Promise<JobFailure | null> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const holder = await findLockHolder(places);
    if (holder === null) return null;
    if (waitedMs >= lockTimeoutSecs * 1000) return lockFailure(holder);
    await delay(pollMs);
  }
}
