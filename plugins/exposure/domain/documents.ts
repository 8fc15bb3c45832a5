import { CLOSE, CLOSE_LIST, isSpace, OPEN, OPEN_LIST, TextWalk } from './jsonCharacters.ts';

/** Takes a whole JSON object, as text. */
type Take = (json: string) => void;

/** A document of a CVE that is in many products has some ten million characters; it is in memory as a whole. */
const MAX_DOCUMENT = 64 * 1024 * 1024;
/** Branches of a product tree go thirty deep at most, two brackets each. */
const MAX_NESTING = 128;

/**
 * Cuts a file of JSON objects that follow each other, with or without blanks and lines between them, by pieces of its
 * text. It finds where they begin and end; whether they are right JSON is for the one who parses them. `fail` is told
 * what is wrong, and must throw.
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
        // Some editors put a mark in front of a file.
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
