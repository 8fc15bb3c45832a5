import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, type ZstdDecompress } from 'node:zlib';
import type { Entries } from '../exposure/api.ts';

type Unpack = (packed: AsyncGenerator<Buffer>, into: Entries) => AsyncGenerator<Buffer>;

/**
 * Packed formats by their first bytes. For one that is not read: the message, with the command that converts the file.
 */
const PACKED: readonly { magic: readonly number[]; unpack: Unpack | string }[] = [
  { magic: [0x1f, 0x8b], unpack: gunzipped },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], unpack: unzstd },
  // A skippable frame of zstd, with which pzstd begins.
  { magic: [0x50, 0x2a, 0x4d, 0x18], unpack: unzstd },
  { magic: [0x42, 0x5a, 0x68], unpack: 'bzip2 is not read: bzip2 -dc FILE | zstd -o NEW.zst' },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a], unpack: 'xz is not read: xz -dc FILE | zstd -o NEW.zst' },
  { magic: [0x50, 0x4b, 0x03, 0x04], unpack: 'zip is not read: unzip -p FILE | zstd -o NEW.zst' },
];
const LONGEST = 5;
/** An empty frame has nine bytes, but each frame costs an unpacker. */
const MAX_FRAMES = 10_000;

/** Unpacks a file that is plain, gzip or zstd. Refuses others, and throws what the upload throws. */
export async function* unpacked(pieces: AsyncGenerator<Buffer>, into: Entries): AsyncGenerator<Buffer> {
  try {
    const [head, whole] = await headOf(pieces, LONGEST);
    const found = PACKED.find(({ magic }) => magic.every((byte, at) => head[at] === byte));
    if (typeof found?.unpack === 'string') return into.refuse(`${found.unpack}.`);
    yield* found ? found.unpack(whole, into) : whole;
  } finally {
    stop(pieces);
  }
}

/**
 * Stops the upload when its reader stops early. It is not awaited: an unpacker in between may still wait for a piece.
 */
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

async function* gunzipped(packed: AsyncGenerator<Buffer>, into: Entries): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The iteration below throws what goes wrong.
  pipeline(Readable.from(packed, { objectMode: false }), gunzip, () => undefined);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    if (!codeOf(error).startsWith('Z_')) throw error;
    into.refuse('The gzip file is damaged or cut off.');
  }
}

/** A file of zstd is one frame or, made by several processors at once, many; Node stops after the first. */
async function* unzstd(packed: AsyncGenerator<Buffer>, into: Entries): AsyncGenerator<Buffer> {
  let rest: Buffer | null = Buffer.alloc(0);
  for (let frames = 1; frames <= MAX_FRAMES; frames += 1) {
    const unzstd = createZstdDecompress();
    const fed = feed(unzstd, packed, rest);
    try {
      for await (const piece of unzstd) yield piece as Buffer;
    } catch (error) {
      throwZstd(error, into);
    }
    rest = await fed;
    if (rest === null) return;
  }
  into.refuse(`The zstd file has more than ${MAX_FRAMES} frames: zstd -dc FILE | zstd -o NEW.zst.`);
}

/**
 * Feeds the unpacker one piece at a time, each once it is done with the one before: it forgets what it leaves of a
 * piece. Resolves to that rest, or to null where nothing is left; the reader of the unpacker gets the errors.
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

function throwZstd(error: unknown, into: Entries): never {
  const code = codeOf(error);
  if (code === 'ZSTD_error_frameParameter_windowTooLarge')
    into.refuse(
      'The zstd file was packed with too large a window: zstd -dc --long=31 FILE | zstd -o NEW.zst',
    );
  if (!code.startsWith('Z_') && !code.startsWith('ZSTD_')) throw error;
  into.refuse('The zstd file is damaged or cut off.');
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
