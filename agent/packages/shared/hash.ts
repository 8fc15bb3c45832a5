import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const chunkBytes = 256 * 1024;
/** For files that report no size, such as those of the kernel. */
const minChunkBytes = 4096;

/**
 * SHA-256 (hex) of a file of any size; null when it can't be read. It reads without a stream, which costs more than a
 * small file.
 */
export async function hashFile(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const hash = createHash('sha256');
    const { size } = await handle.stat();
    // One byte more than the file has, so that the second read already finds its end.
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
