import { createHash, randomBytes } from 'node:crypto';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

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
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 32);
  const lock = createServer((socket) => socket.destroy());
  lock.unref();
  await new Promise<void>((resolve, reject) => {
    lock.once('error', (cause) =>
      reject(new StartError(`another agent already runs on the data directory ${dataDir}`, { cause })),
    );
    lock.listen({ path: `\0fleetmend-agent-${name}` }, resolve);
  });
  return () => lock.close();
}
