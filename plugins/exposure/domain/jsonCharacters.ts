/** Codes of the characters that JSON (RFC 8259) is built of. */
export const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
export const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Whether it may stand between two of them. */
export const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Follows a text of JSON, of which brackets and commas are a part. */
export class TextWalk {
  #inText = false;
  #escaped = false;

  get isInText(): boolean {
    return this.#inText;
  }

  /** Begins anew; `inText`: the quote that begins the text was read. */
  begin(inText: boolean): void {
    this.#inText = inText;
    this.#escaped = false;
  }

  /** True: the character belongs to a text, its quotes included. */
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
