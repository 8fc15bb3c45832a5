import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import type { DataSetKind, Entries, Feed, FileFacts } from '../exposure/api.ts';
import { Archive, ARCHIVE_HEAD, isArchive } from './archive.ts';
import { CsafReader } from './csaf.ts';
import { CSAF_VENDORS, type CsafKind } from './csafVendors.ts';
import { EpssReader } from './epss.ts';
import { KevReader, MAX_KEV_BYTES } from './kev.ts';
import type { FileReader, Kit } from './reader.ts';
import { TrackerReader } from './tracker.ts';
import { headOf, unpacked } from './unpack.ts';

interface HowToRead extends Pick<Feed, 'tells'> {
  create(into: Entries, kit: Kit): FileReader;
  /** Limit of the unpacked file. */
  maxBytes: number;
  /** A file that unpacks to more than this multiple of its size was made to fill memory. */
  maxRatio: number;
  isLenient: boolean;
  /** Whether it may come as a tar archive. */
  inArchives: boolean;
}

/** These files pack to a fifth or a tenth. */
const PLAIN = { maxRatio: 100, isLenient: false, inArchives: false };

const csaf = (kind: CsafKind): HowToRead => ({
  tells: ['cves', 'packages'],
  create: (into, kit) => new CsafReader(CSAF_VENDORS[kind], into, kit),
  maxBytes: 4 * 1024 * 1024 * 1024,
  // Documents repeat themselves: a gigabyte of them packs to some thirty megabytes as gzip, and further as zstd.
  maxRatio: 250,
  // Some texts of SUSE are not valid UTF-8; all that is read of a document is ASCII.
  isLenient: true,
  inArchives: true,
});

const READERS: Readonly<Record<DataSetKind, HowToRead>> = {
  kev: {
    tells: ['cves'],
    create: (into, kit) => new KevReader(into, kit),
    maxBytes: MAX_KEV_BYTES,
    ...PLAIN,
  },
  epss: {
    tells: ['cves'],
    create: (into, kit) => new EpssReader(into, kit),
    maxBytes: 256 * 1024 * 1024,
    ...PLAIN,
  },
  'debian-tracker': {
    tells: ['packages'],
    create: (into) => new TrackerReader(into),
    maxBytes: 256 * 1024 * 1024,
    ...PLAIN,
  },
  'csaf-redhat': csaf('csaf-redhat'),
  'csaf-suse': csaf('csaf-suse'),
};

/** The ratio counts only beyond this size: that of the first bytes says little. */
const FREE_BYTES = 1024 * 1024;
/** Other work runs after each such amount: what packs well unpacks to many pieces at once. */
const REST_BYTES = 512 * 1024;

export const feeds = (kit: Kit): Feed[] =>
  Object.entries(READERS).map(([kind, how]) => ({
    kind: kind as DataSetKind,
    tells: how.tells,
    read: (body, into) => readFile(body, how, { into, kit }),
  }));

/** Reads a file to its end in bounded memory: plain, gzip or zstd, and a tar archive where the kind allows it. */
async function readFile(
  body: AsyncIterable<Buffer>,
  { create, maxBytes, maxRatio, isLenient, inArchives }: HowToRead,
  { into, kit }: { into: Entries; kit: Kit },
): Promise<FileFacts> {
  const came = { bytes: 0 };
  const reader = create(into, kit);
  const decoder = new TextDecoder('utf-8', { fatal: !isLenient });
  const [head, whole] = await headOf(unpacked(measured(body, came), into), ARCHIVE_HEAD);
  const taker =
    inArchives && isArchive(head)
      ? new Archive(reader, decoder, { into, kit })
      : new Plain(reader, decoder, into);
  let bytes = 0;
  let rested = 0;
  for await (const piece of whole) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new kit.AppError('PAYLOAD_TOO_LARGE', {
        message: `The unpacked file is larger than ${maxBytes} bytes.`,
      });
    if (bytes > FREE_BYTES && bytes > maxRatio * came.bytes)
      into.refuse(`The file unpacks to more than ${maxRatio} times its size.`);
    taker.take(piece);
    if (bytes - rested < REST_BYTES) continue;
    rested = bytes;
    await setImmediate();
  }
  taker.end();
  return reader.end();
}

/** A file that is no archive. */
class Plain {
  readonly #reader: FileReader;
  readonly #decoder: TextDecoder;
  readonly #into: Entries;

  constructor(reader: FileReader, decoder: TextDecoder, into: Entries) {
    this.#reader = reader;
    this.#decoder = decoder;
    this.#into = into;
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
      return this.#into.refuse('The file is no text in UTF-8.');
    }
  }
}

async function* measured(body: AsyncIterable<Buffer>, came: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    came.bytes += piece.length;
    yield piece;
  }
}
