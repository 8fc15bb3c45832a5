import path from 'node:path';
import type { JobFailure } from '../backend.ts';
import { writeNote } from './diskNote.ts';
import type { BackendContext } from './context.ts';

/** A stamp that the agent writes after each refresh that some source answered: unchanged lists leave no other trace. */
export function refreshStamp(stashDir: string): string {
  return path.join(stashDir, '.refreshed');
}

/** On a full disk a refresh may exit with 0 all the same: writing our own stamp shows that the disk is full. */
export async function writeStamp({ stashDir, now }: BackendContext): Promise<JobFailure | null> {
  const at = now();
  return writeNote(refreshStamp(stashDir), at.toISOString(), at);
}
