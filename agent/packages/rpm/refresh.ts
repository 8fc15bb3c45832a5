import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JobEnv, JobFailure } from '../backend.ts';
import { waitForLocks } from '../lock.ts';
import type { RpmDriver } from './driver.ts';
import { refreshStamp } from './metadata.ts';
import type { RpmContext } from './system.ts';
import { rpmEnv } from './system.ts';

/** Refreshes the repositories' metadata; a failure when any repository failed. Safe to repeat. */
export async function refreshMetadata(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
): Promise<JobFailure | null> {
  const locked = await waitForLocks(driver.locks);
  if (locked) return locked;
  env.progress(2, 'refreshing the package lists');
  const argv = driver.refreshArgv();
  const result = await env.runDetached('refresh', { argv, env: rpmEnv, timeLimitMs: context.timeLimitMs });
  if (result.lost) return { code: 'INTERRUPTED', message: 'The refresh was cut off.' };
  const known = driver.classify(result.outputTail);
  if (result.exitCode === 0 && known === null) return writeStamp(context);
  const last = result.outputTail.trim().split('\n').at(-1);
  return known ?? { code: 'FETCH_FAILED', message: last || 'The metadata could not be refreshed.' };
}

/** On a disk without a free block a refresh may answer 0 as well: writing our own stamp tells. */
async function writeStamp({ stashDir, now }: RpmContext): Promise<JobFailure | null> {
  const file = refreshStamp(stashDir);
  const at = now();
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, `${at.toISOString()}\n`);
    await utimes(`${file}.new`, at, at);
    await rename(`${file}.new`, file);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') return { code: 'NO_SPACE', message: 'The disk is full.' };
    if (code === 'EROFS') return { code: 'READ_ONLY', message: 'The file system is read-only.' };
    throw error;
  }
}
