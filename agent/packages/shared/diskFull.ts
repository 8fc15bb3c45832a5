import { statfs } from 'node:fs/promises';
import { AppError } from '../../../server/shared/wire/appError.ts';
import type { JobEnv } from '../backend.ts';
import type { Verdict } from '../job/failures.ts';

const diskCodes: readonly string[] = ['NO_SPACE', 'READ_ONLY'];

/**
 * Does what comes after a transaction and needs the disk. One that filled up meanwhile must not cost the judgement
 * of what the transaction did: then `what` stays undone, the log says so, and a later job makes up for it.
 */
export async function asDiskAllows(env: JobEnv, what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError) || !diskCodes.includes(error.code)) throw error;
    env.log('agent', `not done, for the disk refuses it: ${what}`);
  }
}

/** With less than this free, package managers cannot even log why they failed. */
const logBytes = 256 * 1024;

/** The verdict as it is; a failure that nobody could name is that of the full disk, where there is one. */
export async function explainedByDisk(verdict: Verdict): Promise<Verdict> {
  const { failure } = verdict;
  if (failure?.code !== 'INTERNAL_ERROR') return verdict;
  for (const path of ['/usr', '/var']) {
    const found = await statfs(path).catch(() => null);
    const freeBytes = found ? found.bavail * found.bsize : Infinity;
    if (freeBytes >= logBytes) continue;
    const message = `The disk filled up: ${path} has ${freeBytes} bytes free.`;
    const details = { ...failure.details, path, freeBytes };
    return { ...verdict, failure: { code: 'NO_SPACE', message, details } };
  }
  return verdict;
}
