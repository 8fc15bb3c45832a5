import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diskErrorCode } from '../../files/atomic.ts';
import type { JobFailure } from '../backend.ts';

/**
 * Replaces a file of the agent's notes and sets its time to `at`. If the disk refuses, that is returned as the job's
 * failure.
 */
export async function writeNote(file: string, text: string, at?: Date): Promise<JobFailure | null> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, `${text}\n`);
    if (at) await utimes(`${file}.new`, at, at);
    await rename(`${file}.new`, file);
    return null;
  } catch (error) {
    const code = diskErrorCode(error);
    if (!code) throw error;
    return { code, message: code === 'NO_SPACE' ? 'The disk is full.' : 'The file system is read-only.' };
  }
}
