/** Small numbers for things that come and go, used again: what is known of each thing then lies side by side in an array. */
export class Places {
  readonly #free: number[] = [];
  #size = 0;

  /** All places are below it. */
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

/** The same numbers with room for one at that place, and for many more behind it, where zeros stand. */
export function withRoom(numbers: Int32Array, place: number): Int32Array {
  if (place < numbers.length) return numbers;
  const grown = new Int32Array(Math.max(1_024, 2 * place));
  grown.set(numbers);
  return grown;
}
