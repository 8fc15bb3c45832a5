import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const chunkBytes = 256 * 1024;
/** For what has no size of its own, such as files of the kernel. */
const minChunkBytes = 4096;

/** SHA-256 (hex) of a file of any size; null when it can't be read. Without a stream, which costs more than a small file. */
export async function hashFile(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const hash = createHash('sha256');
    const { size } = await handle.stat();
    // One byte more than the file has: its end is seen by the second read.
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size, minChunkBytes) + 1));
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytesRead));
    }
  } catch {
    return null;
  } finally {
    await handle.close().catch(() => {});
  }
}
