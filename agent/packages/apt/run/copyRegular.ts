import { constants, createWriteStream } from 'node:fs';
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Copies a regular file to a path that does not exist yet, readable by root alone. The file is checked only after it
 * is open, without following symbolic links: one put in its place meanwhile could lead to what only root may read.
 * Returns the stats of what was copied; null for anything but a regular file.
 */
export async function copyRegular(source: string, target: string): Promise<Stats | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(source, flags).catch(() => null);
  if (!file) return null;
  try {
    const found = await file.stat();
    if (!found.isFile()) return null;
    const copy = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await pipeline(file.createReadStream({ autoClose: false }), copy);
    return found;
  } finally {
    await file.close();
  }
}
