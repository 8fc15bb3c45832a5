import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskErrorCode } from '../files/atomic.ts';

/** Why the agent cannot start, in one line for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Makes the data directory (0700) if it is missing, and checks that it can be written. Throws StartError. */
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

/** Long enough for `fleetmend-agent status`, which holds the lock for a moment; another agent holds it for longer. */
const lockWaitMs = 1_000;

/** 0600, in the data directory: anybody who may open it could keep the agent from starting. */
const lockFile = (dataDir: string): string => join(dataDir, 'agent.lock');

/**
 * Prevents a second agent on the same data directory: the two would run package managers against each other. The lock
 * is SQLite's, on an empty file of root's: the kernel releases it when the process ends in any way, and no other user
 * can take it. Returns the release; throws StartError when another process holds the lock, or it cannot be taken.
 */
export function lockDataDir(dataDir: string, waitMs = lockWaitMs): () => void {
  const path = lockFile(dataDir);
  try {
    // The file is opened only once: closing any descriptor of it would drop this process's locks on it.
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

/** Whether an agent runs on the data directory, even one that still waits to be enrolled. */
export function isDataDirLocked(dataDir: string): boolean {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(lockFile(dataDir), { readOnly: true, timeout: 0 });
    lock.exec('SELECT 1 FROM sqlite_schema');
    return false;
  } catch (error) {
    // Without the file no agent has ever run on this directory.
    return isBusy(error);
  } finally {
    lock?.close();
  }
}

/** SQLITE_BUSY of https://www.sqlite.org/rescode.html. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

/** Turns an error of the data directory's disk into a StartError that names the directory. */
export async function usingDataDir<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { path, message } = error as NodeJS.ErrnoException;
    const diskCode = diskErrorCode(error);
    // A failing write to an open file has an error without a path.
    const isHere = path === undefined ? diskCode !== null : path.startsWith(dataDir);
    if (!(error instanceof Error) || !isHere) throw error;
    const advice = diskCode === 'NO_SPACE' ? '; free some space on its disk' : '';
    throw new StartError(`the data directory ${dataDir} cannot be used: ${message}${advice}`, {
      cause: error,
    });
  }
}
