import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, type ZstdDecompress } from 'node:zlib';
import { invalid } from '../domain/dataSet.ts';

type Unpack = (packed: AsyncGenerator<Buffer>) => AsyncGenerator<Buffer>;

/** What a file is packed by shows in its first bytes. What is not read is named, with the line that makes it readable. */
const PACKED: readonly { magic: readonly number[]; unpack: Unpack | string }[] = [
  { magic: [0x1f, 0x8b], unpack: gunzipped },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], unpack: unzstd },
  // A frame of zstd that holds none of the file, with which pzstd begins.
  { magic: [0x50, 0x2a, 0x4d, 0x18], unpack: unzstd },
  { magic: [0x42, 0x5a, 0x68], unpack: 'bzip2 is not read: bzip2 -dc FILE | zstd -o NEW.zst' },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a], unpack: 'xz is not read: xz -dc FILE | zstd -o NEW.zst' },
  { magic: [0x50, 0x4b, 0x03, 0x04], unpack: 'zip is not read: unzip -p FILE | zstd -o NEW.zst' },
];
const LONGEST = 5;
/** A frame of nothing is nine bytes long, and costs an unpacker. */
const MAX_FRAMES = 10_000;

/** The file itself, of pieces as they came: plain, gzip or zstd. Throws DATA_SET_INVALID, and what the upload throws. */
export async function* unpacked(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    const [head, whole] = await headOf(pieces, LONGEST);
    const found = PACKED.find(({ magic }) => magic.every((byte, at) => head[at] === byte));
    if (typeof found?.unpack === 'string') throw invalid(`${found.unpack}.`, null);
    yield* found ? found.unpack(whole) : whole;
  } finally {
    stop(pieces);
  }
}

/** Whoever stops early stops the upload, too, which an unpacker in between may be waiting for: nobody waits for that. */
const stop = (pieces: AsyncGenerator<Buffer>): void => void pieces.return(undefined).catch(() => undefined);

/** The first bytes, as many as there are, and all pieces with them. */
export async function headOf(
  pieces: AsyncGenerator<Buffer>,
  length: number,
): Promise<[head: Buffer, whole: AsyncGenerator<Buffer>]> {
  let head = Buffer.alloc(0);
  while (head.length < length) {
    const next = await pieces.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return [head, withHead(head, pieces)];
}

async function* withHead(head: Buffer, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* pieces;
  } finally {
    stop(pieces);
  }
}

async function* gunzipped(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The iteration below throws what goes wrong.
  pipeline(Readable.from(packed, { objectMode: false }), gunzip, () => undefined);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    if (!codeOf(error).startsWith('Z_')) throw error;
    throw invalid('The gzip file is damaged or cut off.', null);
  }
}

/** A file of zstd is one frame or, made by several processors at once, many; Node stops after the first. */
async function* unzstd(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer | null = Buffer.alloc(0);
  for (let frames = 1; frames <= MAX_FRAMES; frames += 1) {
    const unzstd = createZstdDecompress();
    const fed = feed(unzstd, packed, rest);
    try {
      for await (const piece of unzstd) yield piece as Buffer;
    } catch (error) {
      throw zstdFailure(error);
    }
    rest = await fed;
    if (rest === null) return;
  }
  throw invalid(`The zstd file has more than ${MAX_FRAMES} frames: zstd -dc FILE | zstd -o NEW.zst.`, null);
}

/**
 * Gives the unpacker one piece after another, each once it is done with the one before, for what it leaves of a piece it
 * forgets. Resolves to that, or to null where nothing is left; what goes wrong is told to who reads the unpacker.
 */
async function feed(
  unpacker: ZstdDecompress,
  source: AsyncGenerator<Buffer>,
  first: Buffer,
): Promise<Buffer | null> {
  let given = 0;
  try {
    for (let piece: Buffer | null = first; piece; piece = await nextOf(source)) {
      given += piece.length;
      await written(unpacker, piece);
      const left = given - unpacker.bytesWritten;
      if (left > 0) return piece.subarray(-left);
    }
    unpacker.end();
  } catch (error) {
    unpacker.destroy(error as Error);
  }
  return null;
}

async function nextOf(source: AsyncGenerator<Buffer>): Promise<Buffer | null> {
  const next = await source.next();
  return next.done ? null : next.value;
}

const written = (unpacker: ZstdDecompress, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => unpacker.write(piece, (error) => (error ? reject(error) : resolve())));

function zstdFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ZSTD_error_frameParameter_windowTooLarge')
    return invalid(
      'The zstd file was packed with too large a window: zstd -dc --long=31 FILE | zstd -o NEW.zst',
      null,
    );
  if (!code.startsWith('Z_') && !code.startsWith('ZSTD_')) return error;
  return invalid('The zstd file is damaged or cut off.', null);
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
