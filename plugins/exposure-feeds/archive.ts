import type { TextDecoder } from 'node:util';
import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import type { Entries } from '../exposure/api.ts';
import type { FileReader, Kit } from './reader.ts';

const BLOCK = 512;
/** How many bytes tell whether a file is an archive. */
export const ARCHIVE_HEAD = BLOCK;
const MAGIC_AT = 257;
/** An empty block; two of them end an archive. */
const NOTHING = Buffer.alloc(BLOCK);
/** Red Hat has a document for each of some hundred thousand CVEs. */
const MAX_MEMBERS = 1_000_000;
/** The limit of a member: as many bytes as a document may have characters. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024;
const FILES: readonly string[] = ['File', 'OldFile', 'ContiguousFile'];

/** Whether the file that begins so is a tar archive, as POSIX and GNU write it. */
export const isArchive = (head: Buffer): boolean =>
  head.length >= BLOCK && head.toString('latin1', MAGIC_AT, MAGIC_AT + 5) === 'ustar';

/**
 * Hands on the text of all `*.json` members of a tar archive, one after another, as it arrives. It writes no file;
 * names of members appear only in error messages. Throws DATA_SET_INVALID.
 */
export class Archive {
  readonly #reader: Pick<FileReader, 'take'>;
  readonly #decoder: TextDecoder;
  readonly #into: Entries;
  readonly #kit: Kit;
  readonly #parser: Parser;
  #failure: { error: unknown } | null = null;
  #members = 0;
  #documents = 0;
  /** The name of the current or the last member. */
  #name = '';
  #lastCharacter = '';
  #bytes = 0;
  /** Empty blocks at the end of the archive: two, or one where a sloppy program wrote it. */
  #ends = 0;

  constructor(
    reader: Pick<FileReader, 'take'>,
    decoder: TextDecoder,
    { into, kit }: { into: Entries; kit: Kit },
  ) {
    this.#reader = reader;
    this.#decoder = decoder;
    this.#into = into;
    this.#kit = kit;
    const { guarded } = kit;
    this.#parser = new Parser({
      // The archive is already unpacked.
      zstd: false,
      brotli: false,
      onReadEntry: (entry) => this.#attempt(() => this.#open(entry)),
      onwarn: (_code, message) => this.#attempt(() => this.#damaged(String(message))),
    });
    this.#parser
      .on(
        'error',
        guarded((error: Error) => this.#attempt(() => this.#damaged(error.message))),
      )
      .on(
        'ignoredEntry',
        guarded((entry: ReadEntry) => this.#attempt(() => this.#ignored(entry))),
      )
      .on(
        'nullBlock',
        guarded(() => (this.#ends = 1)),
      )
      .on(
        'eof',
        guarded(() => (this.#ends = 2)),
      );
  }

  take(piece: Buffer): void {
    // Near its end the archive is handed on block by block: the parser ignores what follows the end in a piece.
    const isLast = this.#ends > 0 || piece.length <= BLOCK || piece.includes(NOTHING);
    for (let at = 0; at < piece.length;) {
      const part = isLast ? piece.subarray(at, at + BLOCK - (this.#bytes % BLOCK)) : piece;
      at += part.length;
      this.#bytes += part.length;
      this.#takePart(part);
    }
  }

  #takePart(part: Buffer): void {
    if (this.#ends < 2) this.#parser.write(part);
    else if (!part.every((byte) => byte === 0))
      this.#into.refuse('Something follows the end of the archive.');
    if (this.#failure) throw this.#failure.error;
  }

  end(): void {
    this.#parser.end();
    if (this.#failure) throw this.#failure.error;
    if (this.#ends === 0) this.#cutOff();
    if (this.#documents === 0) this.#into.refuse('The archive holds no file whose name ends in .json.');
  }

  /** The parser calls from within `write`, and would treat an error thrown there as its own. */
  #attempt(work: () => void): void {
    if (this.#failure) return;
    try {
      work();
    } catch (error) {
      this.#failure = { error };
    }
  }

  #open(entry: ReadEntry): void {
    this.#count(entry);
    if (!FILES.includes(entry.type) || !entry.path.endsWith('.json')) return void entry.resume();
    if (entry.size > MAX_MEMBER_BYTES) this.#wrong('it is larger than 64 MB.');
    this.#documents += 1;
    this.#lastCharacter = '';
    const { guarded } = this.#kit;
    entry
      .on(
        'data',
        guarded((part: Buffer) => this.#attempt(() => this.#read(this.#decoded(part)))),
      )
      .on(
        'end',
        guarded(() => this.#attempt(() => this.#close())),
      );
  }

  #ignored(entry: ReadEntry): void {
    if (entry.meta) this.#into.refuse('The archive has a name of more than 1 MB.');
    this.#count(entry);
  }

  #count({ path }: ReadEntry): void {
    this.#ends = 0;
    this.#members += 1;
    this.#name = path;
    if (this.#members > MAX_MEMBERS) this.#into.refuse(`The archive has more than ${MAX_MEMBERS} members.`);
  }

  #read(text: string): void {
    this.#lastCharacter = text.trimEnd().at(-1) ?? this.#lastCharacter;
    try {
      this.#reader.take(text);
    } catch (error) {
      throw this.#named(error);
    }
  }

  #close(): void {
    this.#read(this.#decoded());
    if (this.#lastCharacter !== '}') this.#wrong('it is cut off.');
  }

  #decoded(part?: Buffer): string {
    try {
      return part ? this.#decoder.decode(part, { stream: true }) : this.#decoder.decode();
    } catch {
      return this.#wrong('it is no text in UTF-8.');
    }
  }

  #damaged(message: string): never {
    if (message.startsWith('Truncated')) this.#cutOff();
    const where = this.#members === 0 ? 'at its beginning' : `after ${this.#shownName()}`;
    this.#into.refuse(`The archive is damaged ${where}.`);
  }

  #cutOff(): never {
    const where = this.#members === 0 ? '' : ` in or after ${this.#shownName()}`;
    this.#into.refuse(`The archive is cut off${where}.`);
  }

  #wrong(message: string): never {
    this.#into.refuse(message, { place: this.#shownName() });
  }

  /** Adds the member's name to an error about its document. */
  #named(error: unknown): unknown {
    const { AppError } = this.#kit;
    if (!(error instanceof AppError) || error.code !== 'DATA_SET_INVALID') return error;
    const { message, details } = error;
    return new AppError('DATA_SET_INVALID', {
      message: `${this.#shownName()}, ${message}`,
      ...(details ? { details } : {}),
    });
  }

  /** The last 80 characters of the member's name, where names differ, with `?` for what cannot be printed. */
  #shownName(): string {
    return `"${this.#name.slice(-80).replaceAll(/[^ -~]/g, '?')}"`;
  }
}
