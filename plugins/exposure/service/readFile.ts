import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { AppError } from '#sdk';
import { invalid, type DataSetContent, type DataSetKind, type FileReader } from '../domain/dataSet.ts';
import { CsafReader } from '../domain/csaf.ts';
import { EpssReader } from '../domain/epss.ts';
import { KevReader, MAX_KEV_BYTES } from '../domain/kev.ts';
import { CSAF_VENDORS, type CsafKind } from '../domain/rpmReleases.ts';
import { TrackerReader } from '../domain/tracker.ts';
import { Archive, ARCHIVE_HEAD, isArchive } from './archive.ts';
import { headOf, unpacked } from './unpack.ts';

interface HowToRead {
  create(): FileReader;
  /** Limit of the unpacked file. */
  maxBytes: number;
  /** A file that unpacks to more than this multiple of its size was made to fill memory. */
  maxRatio: number;
  isLenient: boolean;
  /** Whether it may come as a tar archive. */
  inArchives: boolean;
}

const plain = (create: () => FileReader, maxBytes: number): HowToRead => ({
  create,
  maxBytes,
  // The files pack to a fifth or a tenth.
  maxRatio: 100,
  isLenient: false,
  inArchives: false,
});

const csaf = (kind: CsafKind): HowToRead => ({
  create: () => new CsafReader(CSAF_VENDORS[kind]),
  maxBytes: 4 * 1024 * 1024 * 1024,
  // Documents repeat themselves: a gigabyte of them packs to some thirty megabytes as gzip, and further as zstd.
  maxRatio: 250,
  // Some texts of SUSE are not valid UTF-8; all that is read of a document is ASCII.
  isLenient: true,
  inArchives: true,
});

const READERS: Readonly<Record<DataSetKind, HowToRead>> = {
  kev: plain(() => new KevReader(), MAX_KEV_BYTES),
  epss: plain(() => new EpssReader(), 256 * 1024 * 1024),
  'debian-tracker': plain(() => new TrackerReader(), 256 * 1024 * 1024),
  'csaf-redhat': csaf('csaf-redhat'),
  'csaf-suse': csaf('csaf-suse'),
};

/** The ratio counts only beyond this size: that of the first bytes says little. */
const FREE_BYTES = 1024 * 1024;
/** Other work runs after each such amount: what packs well unpacks to many pieces at once. */
const REST_BYTES = 512 * 1024;

/**
 * Reads a file to its end in bounded memory: plain, gzip or zstd, and a tar archive where the kind allows it. `sha256`
 * is of the bytes as they came. Throws DATA_SET_INVALID, PAYLOAD_TOO_LARGE, and what the upload throws.
 */
export async function readFile(
  kind: DataSetKind,
  body: AsyncIterable<Buffer>,
): Promise<DataSetContent & { sha256: string }> {
  const { create, maxBytes, maxRatio, isLenient, inArchives } = READERS[kind];
  const hash = createHash('sha256');
  const came = { bytes: 0 };
  const reader = create();
  const decoder = new TextDecoder('utf-8', { fatal: !isLenient });
  const [head, whole] = await headOf(unpacked(measured(body, hash, came)), ARCHIVE_HEAD);
  const taker = inArchives && isArchive(head) ? new Archive(reader, decoder) : new Plain(reader, decoder);
  let bytes = 0;
  let rested = 0;
  for await (const piece of whole) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', {
        message: `The unpacked file is larger than ${maxBytes} bytes.`,
      });
    if (bytes > FREE_BYTES && bytes > maxRatio * came.bytes)
      throw invalid(`The file unpacks to more than ${maxRatio} times its size.`, null);
    taker.take(piece);
    if (bytes - rested < REST_BYTES) continue;
    rested = bytes;
    await setImmediate();
  }
  taker.end();
  return { ...reader.end(), sha256: hash.digest('hex') };
}

/** A file that is no archive. */
class Plain {
  readonly #reader: FileReader;
  readonly #decoder: TextDecoder;

  constructor(reader: FileReader, decoder: TextDecoder) {
    this.#reader = reader;
    this.#decoder = decoder;
  }

  take(piece: Buffer): void {
    this.#reader.take(this.#decoded(piece));
  }

  end(): void {
    this.#reader.take(this.#decoded());
  }

  #decoded(piece?: Buffer): string {
    try {
      return piece ? this.#decoder.decode(piece, { stream: true }) : this.#decoder.decode();
    } catch {
      throw invalid('The file is no text in UTF-8.', null);
    }
  }
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
