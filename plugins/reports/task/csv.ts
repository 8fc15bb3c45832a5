import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Transform } from '@json2csv/node';
import { csvCell } from '#sdk/thread.ts';
import type { Cells } from '../domain/types.ts';

/** Size of one write: a write for each row would take longer than making it. */
const CHUNK_BYTES = 256 * 1_024;

export class TooLarge extends Error {}

export interface CsvOptions {
  columns: readonly string[];
  /** Begins with a byte order mark. */
  bom: boolean;
  file: string;
  maxBytes: number;
}

/** Writes the rows as CSV (RFC 4180, UTF-8); resolves with the size in bytes. No cell is a formula. Throws TooLarge. */
export async function writeCsv(
  rows: AsyncIterable<Cells>,
  { columns, bom, file, maxBytes }: CsvOptions,
): Promise<number> {
  const lines = new Transform(
    {
      fields: [...columns],
      eol: '\r\n',
      withBOM: bom,
      // Names of columns are our own, and scripts know them.
      formatters: { string: csvCell, header: String },
    },
    {},
    { objectMode: true },
  );
  let sizeBytes = 0;
  async function* chunks(source: AsyncIterable<string>): AsyncGenerator<Buffer> {
    let text = '';
    const taken = (): Buffer => {
      const chunk = Buffer.from(text);
      text = '';
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new TooLarge();
      return chunk;
    };
    for await (const line of source) {
      text += line;
      if (text.length >= CHUNK_BYTES) yield taken();
    }
    text += '\r\n';
    yield taken();
  }
  await pipeline(Readable.from(rows), lines, chunks, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  return sizeBytes;
}
