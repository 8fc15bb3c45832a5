import { CLOSE, CLOSE_LIST, isSpace, OPEN, OPEN_LIST, TextWalk } from './jsonCharacters.ts';

/** Takes a whole JSON object, as text. */
type Take = (json: string) => void;

/** A document of a CVE that is in many products has some ten million characters; it is in memory as a whole. */
const MAX_DOCUMENT = 64 * 1024 * 1024;
/** Branches of a product tree go thirty deep at most, two brackets each. */
const MAX_NESTING = 128;

/**
 * Cuts a file into the JSON objects that follow each other in it, with or without white space between them, from pieces
 * of its text. It finds only where they begin and end; the caller parses them and finds invalid JSON. `fail` gets what
 * is wrong, and must throw.
 */
export class Documents {
  readonly #take: Take;
  readonly #fail: (message: string) => never;
  #pieces: string[] = [];
  #length = 0;
  #nesting = 0;
  readonly #text = new TextWalk();

  constructor(take: Take, fail: (message: string) => never) {
    this.#take = take;
    this.#fail = fail;
  }

  take(piece: string): void {
    let start = 0;
    for (let i = 0; i < piece.length; i += 1) {
      const code = piece.charCodeAt(i);
      if (this.#nesting === 0) {
        // Some editors begin a file with a byte order mark.
        if (isSpace(code) || code === 0xfeff) continue;
        if (code !== OPEN)
          this.#fail('It does not begin with {. Of archives tar is read, plain or as gzip or zstd.');
        start = i;
      }
      if (!this.#ends(code)) continue;
      this.#add(piece.slice(start, i + 1));
      const json = this.#pieces.join('');
      [this.#pieces, this.#length] = [[], 0];
      this.#take(json);
    }
    if (this.#nesting > 0) this.#add(piece.slice(start));
  }

  end(): void {
    if (this.#nesting > 0) this.#fail('It is cut off.');
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_DOCUMENT) this.#fail('It is longer than 64 million characters.');
    this.#pieces.push(text);
  }

  /** True: the document ends with this character. */
  #ends(code: number): boolean {
    if (this.#text.takes(code)) return false;
    if (code === OPEN || code === OPEN_LIST) {
      this.#nesting += 1;
      if (this.#nesting > MAX_NESTING) this.#fail(`It is nested more than ${MAX_NESTING} deep.`);
    } else if (code === CLOSE || code === CLOSE_LIST) {
      this.#nesting -= 1;
      return this.#nesting === 0;
    }
    return false;
  }
}
