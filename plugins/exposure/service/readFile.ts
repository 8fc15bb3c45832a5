import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../server/plugin.ts';
import { invalid, type DataSetContent, type DataSetKind } from '../domain/dataSet.ts';
import { CsafReader } from '../domain/csaf.ts';
import { EpssReader } from '../domain/epss.ts';
import { KevReader, MAX_KEV_BYTES } from '../domain/kev.ts';
import { CSAF_VENDORS, type CsafKind } from '../domain/rpmReleases.ts';
import { TrackerReader } from '../domain/tracker.ts';

/** Documents repeat themselves: a gigabyte of them packs to some thirty megabytes. */
const csaf = (kind: CsafKind) => ({
  create: () => new CsafReader(CSAF_VENDORS[kind]),
  maxBytes: 2 * 1024 * 1024 * 1024,
  // Some texts of SUSE are not right; nothing that is read of a document has other than ASCII.
  isLenient: true,
});

const READERS = {
  kev: { create: () => new KevReader(), maxBytes: MAX_KEV_BYTES, isLenient: false },
  epss: { create: () => new EpssReader(), maxBytes: 256 * 1024 * 1024, isLenient: false },
  'debian-tracker': { create: () => new TrackerReader(), maxBytes: 256 * 1024 * 1024, isLenient: false },
  'csaf-redhat': csaf('csaf-redhat'),
  'csaf-suse': csaf('csaf-suse'),
} as const;

/** The files pack to a fifth or a tenth; what unpacks to more than this was made to fill a memory. */
const MAX_RATIO = 100;
/** So much may come of nothing: the ratio of the first bytes says little. */
const FREE_BYTES = 1024 * 1024;
/** After so many others get their turn: what packs well unpacks to many pieces at once. */
const REST_BYTES = 512 * 1024;

/**
 * Reads a file, plain or gzip, to its end, in bounded memory. `sha256` is of the bytes as they came. Throws
 * DATA_SET_INVALID, PAYLOAD_TOO_LARGE, and what the upload throws.
 */
export async function readFile(
  kind: DataSetKind,
  body: AsyncIterable<Buffer>,
): Promise<DataSetContent & { sha256: string }> {
  const { create, maxBytes, isLenient } = READERS[kind];
  const hash = createHash('sha256');
  const came = { bytes: 0 };
  const reader = create();
  const decoder = new TextDecoder('utf-8', { fatal: !isLenient });
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw invalid('The file is no text in UTF-8.', null);
    }
  };
  let bytes = 0;
  let rested = 0;
  for await (const piece of plain(measured(body, hash, came))) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', {
        message: `The unpacked file is larger than ${maxBytes} bytes.`,
      });
    if (bytes > FREE_BYTES && bytes > MAX_RATIO * came.bytes)
      throw invalid(`The file unpacks to more than ${MAX_RATIO} times its size.`, null);
    reader.take(decode(piece));
    if (bytes - rested < REST_BYTES) continue;
    rested = bytes;
    await setImmediate();
  }
  reader.take(decode());
  return { ...reader.end(), sha256: hash.digest('hex') };
}

async function* measured(
  body: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
  came: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    hash.update(piece);
    came.bytes += piece.length;
    yield piece;
  }
}

/** What was packed shows it by its first two bytes. */
async function* plain(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    let head = Buffer.alloc(0);
    while (head.length < 2) {
      const next = await pieces.next();
      if (next.done) break;
      head = Buffer.concat([head, next.value]);
    }
    const whole = withHead(head, pieces);
    if (head[0] === 0x1f && head[1] === 0x8b) yield* unpacked(whole);
    else yield* whole;
  } finally {
    // Whoever stops early stops the upload, too, which an unpacker in between may be waiting for: nobody waits for that.
    void pieces.return(undefined).catch(() => undefined);
  }
}

async function* withHead(head: Buffer, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* pieces;
}

async function* unpacked(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The iteration below throws what goes wrong.
  pipeline(Readable.from(packed, { objectMode: false }), gunzip, () => undefined);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw invalid('The gzip file is damaged or cut off.', null);
  }
}
