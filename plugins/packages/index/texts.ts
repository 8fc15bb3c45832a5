/** Texts by number, each stored once, so that they are compared and counted as whole numbers. */
export class Texts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  /** The number of the text; an unknown text gets a new one. */
  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  at(number: number): string {
    return this.#texts[number] ?? '';
  }
}
