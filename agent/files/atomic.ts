import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../server/shared/wire/appError.ts';

const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;

/** NO_SPACE or READ_ONLY if the file system error means that, else null. */
export function diskErrorCode(error: unknown): 'NO_SPACE' | 'READ_ONLY' | null {
  const code = errnoOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'NO_SPACE';
  return code === 'EROFS' ? 'READ_ONLY' : null;
}

/** A full or read-only disk becomes the matching AppError; any other error is returned unchanged. */
export function asDiskError(error: unknown): unknown {
  const code = diskErrorCode(error);
  return code ? new AppError(code, {}, { cause: error }) : error;
}

/** Makes renames and new names in a directory durable. */
export async function syncDir(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file atomically: after a crash it holds the old text or the new one. Durable when it resolves. Default
 * mode 0600.
 */
export async function writeAtomic(path: string, text: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncDir(dirname(path));
}

/** Renames; the rename survives a power cut once this resolves. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDir(dirname(to));
}

/** The file's text, or null when there is none. */
export async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The parsed file, or null when there is none. Throws SyntaxError when it is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readIfPresent(path);
  return text === null ? null : JSON.parse(text);
}

/** Makes a directory that only its owner can enter, and its parents; durable when it resolves. */
export async function makePrivateDir(path: string): Promise<void> {
  // One directory at a time: with `recursive`, mkdir reports a read-only disk as ENOENT.
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return;
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makePrivateDir(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
  await syncDir(dirname(path));
}
