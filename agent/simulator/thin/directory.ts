import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the directories of an agent that has written nothing into them: most hosts of a fleet never run a job. */
export async function removeUnused(dataDir: string): Promise<void> {
  const folders = ['journal', 'idempotency'].map((name) => join(dataDir, name));
  try {
    for (const folder of [...folders, dataDir]) await rmdir(folder);
  } catch {
    // One that is not empty stays.
  }
}
