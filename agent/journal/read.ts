/** Reading a job's history (log.jsonl) without loading it whole. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { JobEvent } from './record.ts';
import type { StepStream } from '../process/follow.ts';

const CHUNK_BYTES = 64 * 1024;
/** Below this distance reading on is cheaper than another step of the binary search. */
const SCAN_BYTES = 64 * 1024;

/** Where in a process's output an event came from. */
export interface EventSource {
  step: string;
  stream: StepStream;
  endOffset: number;
}

/** A stored line: an event, or a mark that only carries an offset. */
export type StoredLine = { seq: number; src?: EventSource } & (Omit<JobEvent, 'kind'> & {
  kind: JobEvent['kind'] | 'mark';
});

export interface ReadOptions {
  /** First seq wanted. */
  fromSeq: number;
  limit: number;
  kind?: JobEvent['kind'];
  /** Stops after about this much text, but never before the first event. */
  maxBytes: number;
}

function parseLine(text: string): StoredLine | null {
  try {
    const line = JSON.parse(text) as StoredLine;
    return typeof line?.seq === 'number' && typeof line.kind === 'string' ? line : null;
  } catch {
    return null;
  }
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Calls `onLine` for each complete line from `offset` (the start of a line) on, until it returns false. */
async function scan(
  handle: FileHandle,
  offset: number,
  onLine: (text: string, endOffset: number) => boolean | void,
): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let carry: Buffer = Buffer.alloc(0);
  let readAt = offset;
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, readAt);
    if (bytesRead === 0) return;
    readAt += bytesRead;
    const data = Buffer.concat([carry, chunk.subarray(0, bytesRead)]);
    const base = readAt - data.length;
    let from = 0;
    for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, from)) {
      if (onLine(data.toString('utf8', from, at), base + at + 1) === false) return;
      from = at + 1;
    }
    carry = data.subarray(from);
  }
}

/** Calls `onLine` for every readable line; a line that cannot be parsed is skipped. */
export async function readEventFile(
  path: string,
  onLine: (line: StoredLine, endOffset: number) => void,
): Promise<void> {
  const handle = await openOrNull(path);
  if (!handle) return;
  try {
    await scan(handle, 0, (text, endOffset) => {
      const line = parseLine(text);
      if (line) onLine(line, endOffset);
    });
  } finally {
    await handle.close();
  }
}

/**
 * Start of a line at or before the first one whose seq is at least `seq`, by binary search: seq rises from line to
 * line.
 */
async function seek(handle: FileHandle, seq: number): Promise<number> {
  let low = 0;
  let high = (await handle.stat()).size;
  while (high - low > SCAN_BYTES) {
    const middle = Math.floor((low + high) / 2);
    let lineStart = -1;
    let found: StoredLine | null = null;
    let first = true;
    await scan(handle, middle, (text, endOffset) => {
      if (first) {
        first = false;
        lineStart = endOffset; // the rest of a line that began before
        return true;
      }
      found = parseLine(text);
      if (!found) lineStart = endOffset;
      return found === null;
    });
    const at = found as StoredLine | null;
    if (!at || at.seq >= seq || lineStart >= high) high = middle;
    else low = lineStart;
  }
  return low;
}

const eventOf = ({ src: _, ...event }: StoredLine): JobEvent => event as unknown as JobEvent;

/** Events from `fromSeq` on, in order; `atEnd` means that no limit cut them off. */
export async function readEvents(
  path: string,
  options: ReadOptions,
): Promise<{ events: JobEvent[]; atEnd: boolean }> {
  const handle = await openOrNull(path);
  const events: JobEvent[] = [];
  if (!handle) return { events, atEnd: true };
  let sizeBytes = 0;
  const hasRoom = (): boolean => events.length < options.limit && sizeBytes < options.maxBytes;
  try {
    await scan(handle, await seek(handle, options.fromSeq), (text) => {
      const line = parseLine(text);
      if (!line || line.kind === 'mark' || line.seq < options.fromSeq) return true;
      if (options.kind && line.kind !== options.kind) return true;
      events.push(eventOf(line));
      sizeBytes += text.length;
      return hasRoom();
    });
  } finally {
    await handle.close();
  }
  return { events, atEnd: hasRoom() };
}

/** The last `limit` log events, within the last `maxBytes` of the file. */
export async function readLastLogs(path: string, limit: number, maxBytes: number): Promise<JobEvent[]> {
  const handle = await openOrNull(path);
  if (!handle) return [];
  const events: JobEvent[] = [];
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - maxBytes);
    let partial = from > 0;
    await scan(handle, from, (text) => {
      const line = partial ? null : parseLine(text);
      partial = false;
      if (line?.kind === 'log') events.push(eventOf(line));
      return true;
    });
  } finally {
    await handle.close();
  }
  return events.slice(-limit);
}
