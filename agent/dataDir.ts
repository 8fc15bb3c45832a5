import { createHash, randomBytes } from 'node:crypto';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { guarded } from '../server/contract/guarded.ts';
import { diskErrorCode } from './journalFiles.ts';

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

/**
 * Keeps a second agent off the same data directory: two would run package managers against each other. The
 * lock is an abstract socket, so it needs no file and no cleaning up: the kernel drops it with the process,
 * however that ends. Throws StartError when it is taken.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const path = await lockPath(dataDir);
  const lock = createServer((socket) => socket.destroy());
  lock.unref();
  await new Promise<void>((resolve, reject) => {
    lock.once(
      'error',
      guarded((cause) =>
        reject(
          new StartError(
            `another agent already runs on the data directory ${dataDir}; end it first (systemctl stop fleetmend-agent)`,
            { cause },
          ),
        ),
      ),
    );
    lock.listen({ path }, resolve);
  });
  return () => lock.close();
}

/** Whether an agent runs on the data directory, be it only on its way to be enrolled. */
export async function isDataDirLocked(dataDir: string): Promise<boolean> {
  const path = await lockPath(dataDir).catch(() => null);
  if (path === null) return false;
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function lockPath(dataDir: string): Promise<string> {
  const hash = createHash('sha256').update(await realpath(dataDir));
  return `\0fleetmend-agent-${hash.digest('hex').slice(0, 32)}`;
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
