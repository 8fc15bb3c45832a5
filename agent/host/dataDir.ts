import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskErrorCode } from '../files/atomic.ts';

/** What keeps the agent from starting, in one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Makes the data directory (0700) where it is missing, and proves that it can be written. Throws StartError. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.probe-${randomBytes(4).toString('hex')}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new StartError(`the data directory ${dataDir} cannot be written (${code})`, { cause });
  }
}

/** A look of `fleetmend-agent status`, which takes a moment, is waited for; another agent is not. */
const lockWaitMs = 1_000;

/** 0600, in the data directory: whoever may open it may also keep the agent from starting. */
const lockFile = (dataDir: string): string => join(dataDir, 'agent.lock');

/**
 * Keeps a second agent off the same data directory: two would run package managers against each other. The lock is
 * SQLite's on a file of root's that stays empty: the kernel drops it with the process, however that ends, and no
 * other user of the host can take it. Throws StartError when it is taken, or cannot be.
 */
export function lockDataDir(dataDir: string, waitMs = lockWaitMs): () => void {
  const path = lockFile(dataDir);
  try {
    // Never opened twice: closing any descriptor of a file drops the locks that this process has on it.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const lock = new DatabaseSync(path, { timeout: waitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const why = isBusy(cause)
      ? `another agent already runs on the data directory ${dataDir}; end it first (systemctl stop fleetmend-agent)`
      : `the lock ${path} cannot be taken (${(cause as Error).message}); remove it while no agent runs`;
    throw new StartError(why, { cause });
  }
  return () => lock.close();
}

/** Whether an agent runs on the data directory, be it only on its way to be enrolled. */
export function isDataDirLocked(dataDir: string): boolean {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(lockFile(dataDir), { readOnly: true, timeout: 0 });
    lock.exec('SELECT 1 FROM sqlite_schema');
    return false;
  } catch (error) {
    // Without the file no agent has ever run here.
    return isBusy(error);
  } finally {
    lock?.close();
  }
}

/** SQLITE_BUSY of https://www.sqlite.org/rescode.html. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

/** What the disk refuses in the directory while the agent starts becomes a StartError that names it. */
export async function usingDataDir<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { path, message } = error as NodeJS.ErrnoException;
    const diskCode = diskErrorCode(error);
    // A write into an open file that fails does not name it.
    const isHere = path === undefined ? diskCode !== null : path.startsWith(dataDir);
    if (!(error instanceof Error) || !isHere) throw error;
    const advice = diskCode === 'NO_SPACE' ? '; free some space on its disk' : '';
    throw new StartError(`the data directory ${dataDir} cannot be used: ${message}${advice}`, {
      cause: error,
    });
  }
}
