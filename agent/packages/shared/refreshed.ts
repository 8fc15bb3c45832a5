import path from 'node:path';
import type { JobFailure } from '../backend.ts';
import { writeNote } from './diskNote.ts';
import type { BackendContext } from './context.ts';

/** Written by the agent after each refresh that some source answered: unchanged lists leave no other trace. */
export function refreshStamp(stashDir: string): string {
  return path.join(stashDir, '.refreshed');
}

/** On a disk without a free block a refresh may answer 0 as well: writing our own stamp tells. */
export async function writeStamp({ stashDir, now }: BackendContext): Promise<JobFailure | null> {
  const at = now();
  return writeNote(refreshStamp(stashDir), at.toISOString(), at);
}
