import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

const readLater = promisify(read);
const chunkBytes = 256 * 1024;
/** A smaller file is read at once, without the thread pool (files/look.ts). */
const smallBytes = 64 * 1024;
/** For what has no size of its own, such as files of the kernel. */
const minChunkBytes = 4096;

/** SHA-256 (hex) of a file of any size; null when it can't be read. Without a stream, which costs more than a small file. */
export async function hashFile(file: string): Promise<string | null> {
  let fd: number | null = null;
  try {
    // Of what is no file the opening could wait for ever.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const hash = createHash('sha256');
    const found = fstatSync(fd);
    const isSmall = found.isFile() && found.size <= smallBytes;
    // One byte more than the file has: its end is seen by the second read.
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(found.size, minChunkBytes) + 1));
    for (;;) {
      const bytesRead = isSmall
        ? readSync(fd, chunk)
        : (await readLater(fd, chunk, 0, chunk.length, null)).bytesRead;
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytesRead));
    }
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
