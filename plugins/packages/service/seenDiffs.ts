/** As many ways from list to list as a fleet goes at a time. */
const MOST_DIFFS = 64;
const MOST_CHARS = 4 * 1024 * 1024;

/**
 * What lies between two lists, by their ids, of those that hosts went through lately: it is made of their segments, which
 * have to be read, inflated and compared. Neither a list nor what its id stands for ever changes.
 */
export class SeenDiffs {
  readonly #texts = new Map<string, string>();
  #chars = 0;

  find(key: string): string | null {
    const text = this.#texts.get(key);
    if (text === undefined) return null;
    // A map keeps the order of insertion: the last one is the one used last.
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  add(key: string, text: string): void {
    if (this.#texts.has(key) || text.length > MOST_CHARS / 2) return;
    this.#texts.set(key, text);
    this.#chars += text.length;
    for (const [oldest, one] of this.#texts) {
      if (this.#texts.size <= MOST_DIFFS && this.#chars <= MOST_CHARS) return;
      this.#texts.delete(oldest);
      this.#chars -= one.length;
    }
  }
}
