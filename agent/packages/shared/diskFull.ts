import { statfs } from 'node:fs/promises';
import { AppError } from '#server/shared/wire/appError.ts';
import type { JobEnv } from '../backend.ts';
import type { Verdict } from './failures.ts';

const diskCodes: readonly string[] = ['NO_SPACE', 'READ_ONLY'];

/**
 * Runs a step after a transaction that needs the disk. If the disk is full or read-only, the job must still be
 * judged: then `what` is left undone, the log says so, and a later job makes up for it.
 */
export async function asDiskAllows(env: JobEnv, what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError) || !diskCodes.includes(error.code)) throw error;
    env.log('agent', `not done, because the disk is full or read-only: ${what}`);
  }
}

/** With less than this free, package managers cannot even log why they failed. */
const logBytes = 256 * 1024;

/** The verdict; an INTERNAL_ERROR becomes NO_SPACE if a disk is full. */
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
