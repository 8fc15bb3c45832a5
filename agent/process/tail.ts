import { open, truncate, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { withoutAddressSecrets } from './addressSecrets.ts';

/** Characters that a log line keeps; the rest of a longer line is dropped. */
const MAX_LINE_CHARS = 16_384;
const CHUNK_BYTES = 64 * 1024;
/** How much is read before the reader is given back; a process may write faster than anybody reads. */
const PASS_BYTES = 4 * 1024 * 1024;
const KEPT_BYTES = 64 * 1024;
const CUT_MARK = ' … (cut)';

export interface TailLine {
  text: string;
  /** Offset right after the line: where a reader that has stored this line goes on. */
  endOffset: number;
}

/** What a terminal would show: progress output overwrites itself by carriage returns. No secrets: it goes into logs. */
function displayed(line: string): string {
  const parts = line.replaceAll('\u0000', '').split('\r');
  const text = withoutAddressSecrets(parts.findLast((part) => part !== '') ?? '');
  return text.length > MAX_LINE_CHARS ? text.slice(0, MAX_LINE_CHARS - CUT_MARK.length) + CUT_MARK : text;
}

/** Reads the complete lines of a growing file from an offset on. */
export class FileTail {
  #path: string;
  #offset: number;
  #handle: FileHandle | null = null;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  #chunk: Buffer | null = null;

  constructor(path: string, offset: number) {
    this.#path = path;
    this.#offset = offset;
  }

  /**
   * Calls `onLine` for each complete line, and `pause` between blocks of them. With `final` it reads to the end, and an
   * unfinished last line counts; else it returns true when there may be more to read at once.
   */
  async read(onLine: (line: TailLine) => void, final: boolean, pause = async () => {}): Promise<boolean> {
    const handle = await this.#open();
    if (!handle) return false;
    const chunk = (this.#chunk ??= Buffer.allocUnsafe(CHUNK_BYTES));
    for (let leftBytes = PASS_BYTES; final || leftBytes > 0; leftBytes -= CHUNK_BYTES) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, this.#offset);
      if (bytesRead > 0) this.#take(Buffer.from(chunk.subarray(0, bytesRead)), onLine);
      if (bytesRead < CHUNK_BYTES) {
        if (final && this.#carryBytes > 0) this.#emit(onLine);
        return false;
      }
      await pause();
    }
    return true;
  }

  /**
   * Empties the file once it is larger than `mostBytes`; its writers append, so they go on at its beginning. Returns
   * how many bytes nobody has read, or null when the file was left as it is.
   */
  async empty(mostBytes: number): Promise<number | null> {
    const size = (await this.#handle?.stat())?.size ?? 0;
    if (size <= mostBytes) return null;
    await writeFile(lastOf(this.#path), await readEnd(this.#path, KEPT_BYTES), { mode: 0o600 });
    await truncate(this.#path, 0);
    const unread = size - this.#offset;
    [this.#offset, this.#carry, this.#carryBytes] = [0, [], 0];
    return unread;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  async #open(): Promise<FileHandle | null> {
    if (this.#handle) return this.#handle;
    try {
      this.#handle = await open(this.#path, 'r');
      // It was emptied, and nothing that came since has been stored.
      if ((await this.#handle.stat()).size < this.#offset) this.#offset = 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return this.#handle;
  }

  #take(chunk: Buffer, onLine: (line: TailLine) => void): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#offset += at + 1 - from;
      this.#emit(onLine);
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    this.#offset += chunk.length - from;
  }

  /** Keeps only the beginning of an endless line in memory. */
  #keep(part: Buffer): void {
    if (part.length > 0 && this.#carryBytes < 8 * MAX_LINE_CHARS) this.#carry.push(part);
    this.#carryBytes += part.length;
  }

  #emit(onLine: (line: TailLine) => void): void {
    const text = displayed(Buffer.concat(this.#carry).toString('utf8'));
    this.#carry = [];
    this.#carryBytes = 0;
    onLine({ text, endOffset: this.#offset });
  }
}

/** The last bytes of a file from before it was emptied: they often say why something failed. */
const lastOf = (path: string): string => `${path}.last`;

/** The last `sizeBytes` that a process wrote, at most 64 KiB, as text; empty when there is none. */
export async function readTail(path: string, sizeBytes: number): Promise<string> {
  const end = await readEnd(path, sizeBytes);
  const missing = sizeBytes - end.length;
  return (missing > 0 ? Buffer.concat([await readEnd(lastOf(path), missing), end]) : end).toString('utf8');
}

async function readEnd(path: string, sizeBytes: number): Promise<Buffer> {
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return Buffer.alloc(0);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, sizeBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
