/** Small numbers for things that come and go; freed numbers are used again, so that arrays by number stay dense. */
export class Places {
  readonly #free: number[] = [];
  #size = 0;

  /** All places are below this number. */
  get size(): number {
    return this.#size;
  }

  take(): number {
    return this.#free.pop() ?? this.#size++;
  }

  giveBack(place: number): void {
    this.#free.push(place);
  }

  clear(): void {
    this.#free.length = 0;
    this.#size = 0;
  }
}

/** The array itself if it has that place, else a larger copy, filled up with zeros. */
export function withRoom(numbers: Int32Array, place: number): Int32Array {
  if (place < numbers.length) return numbers;
  const grown = new Int32Array(Math.max(1_024, 2 * place));
  grown.set(numbers);
  return grown;
}
