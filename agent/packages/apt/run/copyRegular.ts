import { constants, createWriteStream } from 'node:fs';
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Copies a file, readable by root alone, to where none is yet. It is looked at only once it is open: a link that was put
 * in its place meanwhile is not followed, for it could lead to what only root may read. What was copied; null for
 * anything but a file.
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
