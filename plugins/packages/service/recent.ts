export interface RecentLimits<T> {
  /** The most values that are kept. */
  most: number;
  /** The most characters of all values together; a value that takes half of them by itself is not kept. */
  mostChars: number;
  charsOf(value: T): number;
}

/** Values that were used lately, by key: the one that was used longest ago goes first. */
export class Recent<T> {
  readonly #limits: RecentLimits<T>;
  readonly #values = new Map<string, T>();
  #chars = 0;

  constructor(limits: RecentLimits<T>) {
    this.#limits = limits;
  }

  find(key: string): T | null {
    const value = this.#values.get(key);
    if (value === undefined) return null;
    // A map keeps the order of insertion: the last one is the one used last.
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  add(key: string, value: T): void {
    const { most, mostChars, charsOf } = this.#limits;
    if (this.#values.has(key) || charsOf(value) > mostChars / 2) return;
    this.#values.set(key, value);
    this.#chars += charsOf(value);
    for (const [oldest, one] of this.#values) {
      if (this.#values.size <= most && this.#chars <= mostChars) return;
      this.#values.delete(oldest);
      this.#chars -= charsOf(one);
    }
  }
}
