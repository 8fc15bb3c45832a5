/** Codes of the characters that JSON (RFC 8259) is built of. */
export const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
export const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Whether the character is white space of JSON. */
export const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Follows JSON strings, in which brackets and commas have no meaning. */
export class TextWalk {
  #inText = false;
  #escaped = false;

  get isInText(): boolean {
    return this.#inText;
  }

  /** Starts afresh; `inText`: the opening quote of a string was already read. */
  begin(inText: boolean): void {
    this.#inText = inText;
    this.#escaped = false;
  }

  /** True: the character belongs to a string, whose quotes are included. */
  takes(code: number): boolean {
    if (!this.#inText) {
      this.#inText = code === QUOTE;
      return this.#inText;
    }
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inText = false;
    return true;
  }
}
