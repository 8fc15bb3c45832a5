import {
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  isSpace,
  OPEN,
  OPEN_LIST,
  QUOTE,
  TextWalk,
} from './jsonCharacters.ts';

/** Takes a value two levels below the root, as JSON text. */
type Take = (outer: string, inner: string, json: string) => void;

/** Limits of a name and of one value, in characters: a longer one was made to fill memory. */
const MAX_NAME = 1_024;
const MAX_VALUE = 4_194_304;

/**
 * Walks a JSON document `{outer: {inner: value}}` in pieces of its text and hands over each value as it ends, so that a
 * document of a hundred megabytes is never in memory as a whole. It finds only where values begin and end; the caller
 * parses them and finds invalid JSON. `fail` gets what is wrong, and must throw.
 */
export class Members {
  readonly #take: Take;
  readonly #fail: (message: string) => never;
  #state: State = 'document';
  /** Objects that are open around the next character: 0, 1 (outer) or 2 (inner). */
  #level = 0;
  #outer = '';
  #inner = '';
  /** The part of the current name or value that was in earlier pieces. */
  #before = '';
  #nesting = 0;
  readonly #text = new TextWalk();

  constructor(take: Take, fail: (message: string) => never) {
    this.#take = take;
    this.#fail = fail;
  }

  take(piece: string): void {
    let start = this.#isCollecting() ? 0 : -1;
    for (let i = 0; i < piece.length; i += 1) {
      const code = piece.charCodeAt(i);
      if (this.#state === 'value') {
        if (!this.#endsValue(code)) continue;
        // A closing bracket here belongs to the object around the value.
        this.#give(piece.slice(start, i));
        start = -1;
      } else if (this.#state === 'name') {
        if (!this.#endsName(code)) continue;
        this.#named(this.#before + piece.slice(start, i + 1));
        start = -1;
        continue;
      }
      if (isSpace(code)) continue;
      start = this.#step(code) ? i : -1;
    }
    if (!this.#isCollecting()) return;
    this.#before += piece.slice(start);
    if (this.#before.length > (this.#state === 'name' ? MAX_NAME : MAX_VALUE))
      this.#fail('It has a value that is too long.');
  }

  end(): void {
    if (this.#state !== 'ended') this.#fail('It is cut off, or empty.');
  }

  #isCollecting(): boolean {
    return this.#state === 'name' || this.#state === 'value';
  }

  /** True: a name or a value begins with this character. */
  #step(code: number): boolean {
    const next = (state: State): false => {
      this.#state = state;
      return false;
    };
    switch (this.#state) {
      case 'document':
        if (code !== OPEN) this.#fail('It does not begin with {.');
        this.#level = 1;
        return next('first');
      case 'first':
        if (code === CLOSE) return this.#close();
        return this.#beginName(code);
      case 'another':
        return this.#beginName(code);
      case 'colon':
        if (code !== COLON) this.#fail('A name has no value.');
        return next(this.#level === 1 ? 'object' : 'begin');
      case 'object':
        if (code !== OPEN) this.#fail('A value is no object.');
        this.#level = 2;
        return next('first');
      case 'begin':
        return this.#beginValue(code);
      case 'after':
        if (code === COMMA) return next('another');
        if (code === CLOSE) return this.#close();
        return this.#fail('A comma is missing.');
      default:
        return this.#fail('Something follows its end.');
    }
  }

  #close(): false {
    this.#level -= 1;
    this.#state = this.#level === 0 ? 'ended' : 'after';
    return false;
  }

  #beginName(code: number): true {
    if (code !== QUOTE) this.#fail('A name is missing.');
    this.#state = 'name';
    this.#before = '';
    this.#text.begin(true);
    return true;
  }

  #endsName(code: number): boolean {
    this.#text.takes(code);
    return !this.#text.isInText;
  }

  #named(json: string): void {
    const name = this.#parsedName(json);
    if (this.#level === 1) this.#outer = name;
    else this.#inner = name;
    this.#state = 'colon';
  }

  #parsedName(json: string): string {
    try {
      return String(JSON.parse(json));
    } catch {
      return this.#fail('A name is no text.');
    }
  }

  #beginValue(code: number): true {
    if (code === COMMA || code === CLOSE) this.#fail('A value is missing.');
    this.#state = 'value';
    this.#before = '';
    this.#nesting = code === OPEN || code === OPEN_LIST ? 1 : 0;
    this.#text.begin(code === QUOTE);
    return true;
  }

  #endsValue(code: number): boolean {
    if (this.#text.takes(code)) return false;
    if (code === OPEN || code === OPEN_LIST) this.#nesting += 1;
    else if (this.#nesting === 0) return code === COMMA || code === CLOSE;
    else if (code === CLOSE || code === CLOSE_LIST) this.#nesting -= 1;
    return false;
  }

  #give(rest: string): void {
    this.#state = 'after';
    this.#take(this.#outer, this.#inner, this.#before + rest);
  }
}

/** Either within a name or a value, or what the next character other than white space may be. */
type State =
  | 'document'
  | 'first'
  | 'another'
  | 'name'
  | 'colon'
  | 'object'
  | 'begin'
  | 'value'
  | 'after'
  | 'ended';
