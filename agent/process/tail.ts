import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Characters that a log line keeps; the rest of a longer line is dropped. */
const MAX_LINE_CHARS = 16_384;
const CHUNK_BYTES = 64 * 1024;
const CUT_MARK = ' … (cut)';

export interface TailLine {
  text: string;
  /** Offset right after the line: where a reader that has stored this line goes on. */
  endOffset: number;
}

/** What a terminal would show: progress output overwrites itself by carriage returns. */
function displayed(line: string): string {
  const parts = line.replaceAll('\u0000', '').split('\r');
  const text = parts.findLast((part) => part !== '') ?? '';
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

  /** Calls `onLine` for each complete line; with `final` also for an unfinished last one. */
  async read(onLine: (line: TailLine) => void, final: boolean): Promise<void> {
    const handle = await this.#open();
    if (!handle) return;
    const chunk = (this.#chunk ??= Buffer.allocUnsafe(CHUNK_BYTES));
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, this.#offset);
      if (bytesRead > 0) this.#take(Buffer.from(chunk.subarray(0, bytesRead)), onLine);
      if (bytesRead < CHUNK_BYTES) break;
    }
    if (final && this.#carryBytes > 0) this.#emit(onLine);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  async #open(): Promise<FileHandle | null> {
    if (this.#handle) return this.#handle;
    try {
      this.#handle = await open(this.#path, 'r');
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

/** The last `sizeBytes` of a file as text; empty when there is none. */
export async function readTail(path: string, sizeBytes: number): Promise<string> {
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, sizeBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}
