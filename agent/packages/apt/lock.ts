import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailure } from '../backend.ts';
import { lockTimeoutSecs } from './system.ts';

export interface LockHolder {
  pid: number;
  /** Its name; null when it ended meanwhile or isn't visible from here. */
  command: string | null;
}

const lockFiles = ['/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock'];
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

/** Who holds dpkg's locks now; null when nobody does. */
export async function lockHolder(): Promise<LockHolder | null> {
  const found = await Promise.all(lockFiles.map((file) => stat(file).catch(() => null)));
  const inodes = new Set(found.flatMap((one) => (one ? [String(one.ino)] : [])));
  const pid = parseLocks(await readFile('/proc/locks', 'utf8').catch(() => ''), inodes);
  if (pid === null) return null;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  return { pid, command: name?.trim() ?? null };
}

export function lockFailure({ pid, command }: LockHolder): JobFailure {
  const message = `The package manager's lock is held by process ${pid} (${command ?? '?'}).`;
  return { code: 'LOCK_HELD', message, details: { pid, command } };
}

/**
 * Waits until nobody holds dpkg's locks, as long as apt itself would; then the failure. While somebody else
 * works, dpkg's status shows half-done packages that are none of our business to repair.
 */
export async function waitForLock(timeoutMs = lockTimeoutSecs * 1000): Promise<JobFailure | null> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const holder = await lockHolder();
    if (holder === null) return null;
    if (waitedMs >= timeoutMs) return lockFailure(holder);
    await delay(pollMs);
  }
}
