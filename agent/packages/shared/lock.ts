import type { BigIntStats } from 'node:fs';
import { opendir, readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailure } from '../backend.ts';

interface LockHolder {
  pid: number;
  /** Its name; null when it ended meanwhile. */
  command: string | null;
}

/** Where a package manager shows that it is working. */
export interface LockPlaces {
  /** Files that it holds a write lock on. */
  files: readonly string[];
  /** Files that hold its process id while it works. A process that has ended or is not root's does not count. */
  pidFiles?: readonly string[];
}

/** How long to wait for a lock that another process holds; the manager retries the job minutes later. */
export const lockTimeoutSecs = 10;
const pollMs = 250;
/** No package manager has more files open. A process with more, or a crowd of processes, only wants to keep us busy. */
const maxFdsEach = 1024;
const maxHolders = 64;

/**
 * The processes that hold a write lock on a file with one of these inode numbers. The device is not compared: on
 * overlay and btrfs /proc/locks shows another one than stat. Locks of flock(2) are ignored: anybody who may read a
 * file can take one, and no package manager looks at them.
 */
export function parseLocks(locks: string, inodes: ReadonlySet<string>): number[] {
  const pids = locks.split('\n').flatMap((line) => {
    const match = /^\d+: (?:POSIX|OFDLCK) +\S+ +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /.exec(line);
    return match?.[2] !== undefined && inodes.has(match[2]) ? [Number(match[1])] : [];
  });
  return [...new Set(pids)];
}

/**
 * Who holds one of the locks now; null when nobody does. Only a process of root counts, and only if it has that very
 * file open: anybody may hold a lock on a file of their own with the same inode number. A process that cannot be
 * inspected is not counted; the package manager's own lock decides then.
 */
export async function findLockHolder({ files, pidFiles = [] }: LockPlaces): Promise<LockHolder | null> {
  const found = await Promise.all(files.map(statOrNull));
  const locked = found.filter((one) => one !== null);
  // The kernel may leave entries out of a list that changes while it is read; two reads hardly miss the same one.
  const pid = (await findOpener(locked)) ?? (await findOpener(locked));
  if (pid !== null) return { pid, command: await commandOf(pid) };
  for (const file of pidFiles) {
    const named = Number(await readFile(file, 'utf8').catch(() => ''));
    const command = (await isRoots(named)) ? await commandOf(named) : null;
    if (command !== null) return { pid: named, command };
  }
  return null;
}

/** bigint: inode numbers may take 64 bits. */
function statOrNull(file: string): Promise<BigIntStats | null> {
  return stat(file, { bigint: true }).catch(() => null);
}

async function findOpener(files: readonly BigIntStats[]): Promise<number | null> {
  const inodes = new Set(files.map(({ ino }) => String(ino)));
  const locks = await readFile('/proc/locks', 'utf8').catch(() => '');
  for (const pid of parseLocks(locks, inodes).slice(0, maxHolders))
    if ((await isRoots(pid)) && (await hasOpen(pid, files).catch(() => false))) return pid;
  return null;
}

/**
 * Whether a process has one of the files open. stat of a link in /proc/PID/fd gives the open file itself, whatever
 * its name.
 */
async function hasOpen(pid: number, files: readonly BigIntStats[]): Promise<boolean> {
  let looked = 0;
  for await (const { name } of await opendir(`/proc/${pid}/fd`)) {
    const open = await statOrNull(`/proc/${pid}/fd/${name}`);
    if (files.some(({ dev, ino }) => open?.dev === dev && open.ino === ino)) return true;
    looked += 1;
    if (looked >= maxFdsEach) return false;
  }
  return false;
}

/** Whether root runs this process: by now the pid may belong to somebody else. */
async function isRoots(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  return (await stat(`/proc/${pid}`).catch(() => null))?.uid === 0;
}

async function commandOf(pid: number): Promise<string | null> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  return name?.trim() ?? null;
}

function lockFailure({ pid, command }: LockHolder): JobFailure {
  const message = `The package manager's lock is held by process ${pid} (${command ?? '?'}).`;
  return { code: 'LOCK_HELD', message, details: { pid, command } };
}

/** Who holds one of the locks now, as a failure; null when nobody does. */
export async function lockHeld(places: LockPlaces): Promise<JobFailure | null> {
  const holder = await findLockHolder(places);
  return holder && lockFailure(holder);
}

/**
 * Waits until nobody holds the locks; returns the failure when somebody still does after the time limit. While
 * another program works, the package database shows half-done packages that we must not repair.
 */
export async function waitForLocks(
  places: LockPlaces,
  limitMs = lockTimeoutSecs * 1000,
): Promise<JobFailure | null> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const held = await lockHeld(places);
    if (held === null || waitedMs >= limitMs) return held;
    await delay(pollMs);
  }
}
