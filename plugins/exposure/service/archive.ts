import type { TextDecoder } from 'node:util';
import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import { AppError, guarded } from '../../../server/plugin.ts';
import { invalid } from '../domain/dataSet.ts';

/** Where the text of a file goes. */
export interface TextTaker {
  take(text: string): void;
}

const BLOCK = 512;
/** So many bytes tell whether a file is an archive. */
export const ARCHIVE_HEAD = BLOCK;
const MAGIC_AT = 257;
/** Two of them end an archive. */
const NOTHING = Buffer.alloc(BLOCK);
/** Red Hat has a document for each of some hundred thousand CVEs. */
const MAX_MEMBERS = 1_000_000;
/** As long as a document may be, in characters. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024;
const FILES: readonly string[] = ['File', 'OldFile', 'ContiguousFile'];

/** Whether the file that begins so is a tar archive, as POSIX and GNU write it. */
export const isArchive = (head: Buffer): boolean =>
  head.length >= BLOCK && head.toString('latin1', MAGIC_AT, MAGIC_AT + 5) === 'ustar';

/**
 * Hands on the text of all members of a tar archive that are named `*.json`, one after another, as it comes by. Nothing
 * is written anywhere: names are read, and told where something is wrong, and that is all. Throws DATA_SET_INVALID.
 */
export class Archive {
  readonly #taker: TextTaker;
  readonly #decoder: TextDecoder;
  readonly #parser: Parser;
  #failure: { error: unknown } | null = null;
  #members = 0;
  #documents = 0;
  /** Of the member that is read, or was read last. */
  #name = '';
  #lastCharacter = '';
  #bytes = 0;
  /** Blocks of nothing that end it: two, or one where a sloppy program wrote it. */
  #ends = 0;

  constructor(taker: TextTaker, decoder: TextDecoder) {
    this.#taker = taker;
    this.#decoder = decoder;
    this.#parser = new Parser({
      // Unpacked already.
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
    // Where the archive may end it is handed on block by block: what follows the end in a piece nobody would look at.
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
      throw invalid('Something follows the end of the archive.', null);
    if (this.#failure) throw this.#failure.error;
  }

  end(): void {
    this.#parser.end();
    if (this.#failure) throw this.#failure.error;
    if (this.#ends === 0) throw this.#cutOff();
    if (this.#documents === 0) throw invalid('The archive holds no file whose name ends in .json.', null);
  }

  /** The parser calls from within `write`, and would take what is thrown at it for its own. */
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
    if (entry.size > MAX_MEMBER_BYTES) throw this.#wrong('it is larger than 64 MB.');
    this.#documents += 1;
    this.#lastCharacter = '';
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
    if (entry.meta) throw invalid('The archive has a name of more than 1 MB.', null);
    this.#count(entry);
  }

  #count({ path }: ReadEntry): void {
    this.#ends = 0;
    this.#members += 1;
    this.#name = path;
    if (this.#members > MAX_MEMBERS) throw invalid(`The archive has more than ${MAX_MEMBERS} members.`, null);
  }

  #read(text: string): void {
    this.#lastCharacter = text.trimEnd().at(-1) ?? this.#lastCharacter;
    try {
      this.#taker.take(text);
    } catch (error) {
      throw this.#named(error);
    }
  }

  #close(): void {
    this.#read(this.#decoded());
    if (this.#lastCharacter !== '}') throw this.#wrong('it is cut off.');
  }

  #decoded(part?: Buffer): string {
    try {
      return part ? this.#decoder.decode(part, { stream: true }) : this.#decoder.decode();
    } catch {
      throw this.#wrong('it is no text in UTF-8.');
    }
  }

  #damaged(message: string): never {
    if (message.startsWith('Truncated')) throw this.#cutOff();
    const where = this.#members === 0 ? 'at its beginning' : `after ${this.#shownName()}`;
    throw invalid(`The archive is damaged ${where}.`, null);
  }

  #cutOff(): AppError {
    return this.#members === 0
      ? invalid('The archive is cut off.', null)
      : invalid(`The archive is cut off in or after ${this.#shownName()}.`, null);
  }

  #wrong(message: string): AppError {
    return invalid(message, { place: this.#shownName() });
  }

  /** What is wrong with a document, with the member that it came from. */
  #named(error: unknown): unknown {
    if (!(error instanceof AppError) || error.code !== 'DATA_SET_INVALID') return error;
    const { message, details } = error;
    return new AppError('DATA_SET_INVALID', {
      message: `${this.#shownName()}, ${message}`,
      ...(details ? { details } : {}),
    });
  }

  /** Its end, where names differ, and of it what can be printed. */
  #shownName(): string {
    return `"${this.#name.slice(-80).replaceAll(/[^ -~]/g, '?')}"`;
  }
}
