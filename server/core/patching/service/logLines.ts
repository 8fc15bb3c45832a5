import { gunzipSync, gzipSync } from 'node:zlib';

export interface LogLine {
  seq: number;
  /** RFC 3339. */
  at: string;
  stream: string;
  text: string;
}

export type NewLine = Omit<LogLine, 'seq'>;

export const MAX_LINE_BYTES = 16 * 1024;
/** The log of one job host, before compression: half of it head, half tail. */
export const MAX_LOG_BYTES = 5 * 1024 * 1024;
export const MAX_HEAD_BYTES = MAX_LOG_BYTES / 2;
const MAX_CHUNK_LINES = 500;
const MAX_CHUNK_BYTES = 128 * 1024;

export interface Chunk {
  lines: LogLine[];
  sizeBytes: number;
}

/** Numbers the lines from `afterSeq` on, cuts those that are too long, and packs them into chunks. */
export function packLines(lines: readonly NewLine[], afterSeq: number): Chunk[] {
  const chunks: Chunk[] = [];
  let open: Chunk | undefined;
  lines.forEach((line, index) => {
    const text = cutLine(line.text);
    const sizeBytes = Buffer.byteLength(text) + 1;
    if (!open || open.lines.length >= MAX_CHUNK_LINES || open.sizeBytes + sizeBytes > MAX_CHUNK_BYTES) {
      open = { lines: [], sizeBytes: 0 };
      chunks.push(open);
    }
    open.lines.push({ seq: afterSeq + index + 1, at: line.at, stream: line.stream, text });
    open.sizeBytes += sizeBytes;
  });
  return chunks;
}

/** At most 16 KiB of UTF-8, never ending within a character. */
export function cutLine(text: string): string {
  if (Buffer.byteLength(text) <= MAX_LINE_BYTES) return text;
  const bytes = Buffer.from(text);
  let end = MAX_LINE_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString('utf8');
}

export function compressLines(lines: readonly LogLine[]): Buffer {
  return gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'), { level: 6 });
}

export function expandLines(data: Buffer): LogLine[] {
  const text = gunzipSync(data, { maxOutputLength: 8 * MAX_CHUNK_BYTES }).toString('utf8');
  return text.split('\n').map((line) => JSON.parse(line) as LogLine);
}

/** The line that stands in place of cut lines, with the number of the last one. */
export function cutMark(cutSeq: number, headSeq: number, at: string): LogLine {
  return {
    seq: cutSeq,
    at,
    stream: 'manager',
    text: `[${cutSeq - headSeq} lines were cut here: the log is longer than 5 MiB]`,
  };
}
