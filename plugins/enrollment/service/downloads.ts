import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Context, guarded } from '#sdk';
import { createDownloadTurns } from './turns.ts';

/** How long the bytes of a file stay in memory once nobody downloads it. */
const HELD_MS = 60_000;
/** The installer gives up then, too. */
const LONGEST_MS = 900_000;
/** What is hashed, or sent, at once: a millisecond or two. */
const PIECE_BYTES = 1_048_576;

/** A file as it is now. */
export interface FileVersion {
  path: string;
  /** Strong: made of the bytes. */
  etag: string;
  sizeBytes: number;
}

interface Known extends FileVersion {
  /** Null: nobody has downloaded it for a while. */
  bytes: Buffer | null;
  users: number;
  letGo: { clear(): void } | null;
}

export interface Downloads {
  /** The version of a file; it is read and hashed once each time it has changed. Throws when it cannot be read. */
  versionOf(path: string): Promise<FileVersion>;
  /**
   * The bytes from `from` on (default all), for one caller. Throws SERVICE_UNAVAILABLE with `Retry-After` when its turn
   * comes later.
   */
  open(version: FileVersion, source: string, from?: number): Promise<Readable>;
  stop(): void;
}

/** Hands out files from memory, where all who download one share its bytes, to so many callers at once. */
export function createDownloads({ clock }: Pick<Context, 'clock'>): Downloads {
  const known = new Map<string, { changed: string; read: Promise<Known> }>();
  const turns = createDownloadTurns(clock);

  async function current(path: string): Promise<Known> {
    const { mtimeMs, size, ino } = await stat(path);
    const changed = [mtimeMs, size, ino].join(' ');
    const before = known.get(path);
    if (before?.changed === changed) return before.read;
    const read = readVersion(path);
    known.set(path, { changed, read });
    read.then(letGoLater, () => known.delete(path));
    return read;
  }

  function letGoLater(file: Known): void {
    if (file.users > 0) return;
    file.letGo?.clear();
    file.letGo = clock.setTimeout(() => {
      if (file.users === 0) file.bytes = null;
    }, HELD_MS);
  }

  return {
    versionOf: current,
    async open({ path }, source, from = 0) {
      const endTurn = turns.take(source, (await current(path)).sizeBytes - from);
      try {
        const file = await current(path);
        file.users += 1;
        const bytes = (file.bytes ??= await readFile(path));
        const pieces = Readable.from(piecesOf(bytes.subarray(from)));
        const late = clock.setTimeout(
          () => pieces.destroy(new Error('the download took too long')),
          LONGEST_MS,
        );
        pieces.once(
          'close',
          guarded(() => {
            late.clear();
            endTurn();
            file.users -= 1;
            letGoLater(file);
          }),
        );
        return pieces;
      } catch (error) {
        endTurn();
        throw error;
      }
    },
    stop() {
      for (const { read } of known.values())
        read.then(
          ({ letGo }) => letGo?.clear(),
          () => undefined,
        );
    },
  };
}

async function readVersion(path: string): Promise<Known> {
  const bytes = await readFile(path);
  const hash = createHash('sha256');
  for (const piece of piecesOf(bytes)) {
    hash.update(piece);
    await nextTurn();
  }
  const etag = `"${hash.digest('base64url')}"`;
  return { path, etag, sizeBytes: bytes.length, bytes, users: 0, letGo: null };
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** What of a file a caller wants, by its headers. */
export interface Wanted {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

/**
 * The byte from which on the rest is wanted (RFC 9110, `bytes=N-`); null: the whole file, also where its beginning is
 * another than the caller has.
 */
export function restFrom(
  { range, 'if-range': known }: Wanted,
  { etag, sizeBytes }: FileVersion,
): number | null {
  const from = Number(/^bytes=(\d{1,15})-$/.exec(range?.trim() ?? '')?.[1] ?? NaN);
  if (!(from < sizeBytes) || (known !== undefined && known.trim() !== etag)) return null;
  return from;
}

/** Whether an If-None-Match header names the tag (weak comparison, RFC 9110). */
export function namesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
