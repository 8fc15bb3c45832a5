/** Reads what steps write. It lies in memory still, and mostly it is little: that is read without the thread pool (files/look.ts). */
import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

/** Characters that a log line keeps; the rest of a longer line is dropped. */
const MAX_LINE_CHARS = 16_384;
const CHUNK_BYTES = 64 * 1024;
const CUT_MARK = ' … (cut)';

export interface TailLine {
  text: string;
  /** Offset in the file right behind the line: where a reader that has stored this line goes on. */
  endOffset: number;
}

const readLater = promisify(read);

/** What a terminal would show of a line: progress output overwrites itself with carriage returns. */
function displayed(line: string): string {
  const parts = line.replaceAll('\u0000', '').split('\r');
  const text = parts.findLast((part) => part !== '') ?? '';
  return text.length > MAX_LINE_CHARS ? text.slice(0, MAX_LINE_CHARS - CUT_MARK.length) + CUT_MARK : text;
}

/** Reads the complete lines of a growing file from an offset on. */
export class FileTail {
  #path: string;
  #offset: number;
  #fd: number | null = null;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  #chunk: Buffer | null = null;

  constructor(path: string, offset: number) {
    this.#path = path;
    this.#offset = offset;
  }

  /** Hands over each line that is complete, and with `final` also an unfinished last one. Between large pieces others get their turn. */
  async read(onLine: (line: TailLine) => void, final: boolean): Promise<void> {
    const fd = this.#open();
    if (fd === null) return;
    const chunk = (this.#chunk ??= Buffer.allocUnsafe(CHUNK_BYTES));
    let bytesRead = readSync(fd, chunk, 0, CHUNK_BYTES, this.#offset);
    for (;;) {
      if (bytesRead > 0) this.#take(Buffer.from(chunk.subarray(0, bytesRead)), onLine);
      if (bytesRead < CHUNK_BYTES) break;
      ({ bytesRead } = await readLater(fd, chunk, 0, CHUNK_BYTES, this.#offset));
    }
    if (final && this.#carryBytes > 0) this.#emit(onLine);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #open(): number | null {
    return (this.#fd ??= openIfThere(this.#path));
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

  /** Of an endless line only the head is kept in memory. */
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
export function readTail(path: string, sizeBytes: number): string {
  const fd = openIfThere(path);
  if (fd === null) return '';
  try {
    const { size } = fstatSync(fd);
    const buffer = Buffer.alloc(Math.min(size, sizeBytes));
    const bytesRead = readSync(fd, buffer, 0, buffer.length, size - buffer.length);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    closeSync(fd);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
