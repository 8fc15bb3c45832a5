import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isAhead } from '../../clock.ts';
import type { JobFailure } from '../backend.ts';
import { writeNote } from './diskNote.ts';
import type { BackendContext } from './context.ts';

/** A stamp that the agent writes after each refresh that some source answered: unchanged lists leave no other trace. */
export function refreshStamp(stashDir: string): string {
  return path.join(stashDir, '.refreshed');
}

/**
 * The newest time of these files, of which one must be there. A time that lies ahead counts only where all do: files
 * that a refresh leaves as they are keep the time that a wrong clock gave them.
 */
export async function newestTime(files: readonly string[], now: Date): Promise<Date> {
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  const times = found.flatMap((one) => (one ? [one.mtimeMs] : []));
  const sound = times.filter((time) => !isAhead(time, now.getTime()));
  return new Date(Math.max(...(sound.length > 0 ? sound : times)));
}

/** On a full disk a refresh may exit with 0 all the same: writing our own stamp shows that the disk is full. */
export async function writeStamp({ stashDir, now }: BackendContext): Promise<JobFailure | null> {
  const at = now();
  return writeNote(refreshStamp(stashDir), at.toISOString(), at);
}
