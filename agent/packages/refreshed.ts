import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diskErrorCode } from '../journalFiles.ts';
import type { JobFailure } from './backend.ts';
import type { BackendContext } from './system.ts';

/** Written by the agent after each refresh that some source answered: unchanged lists leave no other trace. */
export function refreshStamp(stashDir: string): string {
  return path.join(stashDir, '.refreshed');
}

/** On a disk without a free block a refresh may answer 0 as well: writing our own stamp tells. */
export async function writeStamp({ stashDir, now }: BackendContext): Promise<JobFailure | null> {
  const file = refreshStamp(stashDir);
  const at = now();
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, `${at.toISOString()}\n`);
    await utimes(`${file}.new`, at, at);
    await rename(`${file}.new`, file);
    return null;
  } catch (error) {
    const code = diskErrorCode(error);
    if (!code) throw error;
    return { code, message: code === 'NO_SPACE' ? 'The disk is full.' : 'The file system is read-only.' };
  }
}
