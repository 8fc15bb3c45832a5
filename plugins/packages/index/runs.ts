import { withRoom } from './places.ts';

/**
 * Short lists of whole numbers by slot, all in one array: with an array for each of tens of thousands of slots, going
 * through them mostly waits for memory.
 */
export class Runs {
  #numbers: Int32Array = new Int32Array();
  #starts: Int32Array = new Int32Array();
  #ends: Int32Array = new Int32Array();
  /** Where the used part ends, and how many numbers in it belong to no slot any more. */
  #end = 0;
  #unused = 0;

  /** The numbers of a slot are those from `starts[slot]` to before `ends[slot]`. */
  get numbers(): Int32Array {
    return this.#numbers;
  }

  get starts(): Int32Array {
    return this.#starts;
  }

  get ends(): Int32Array {
    return this.#ends;
  }

  set(slot: number, numbers: readonly number[]): void {
    this.drop(slot);
    if (this.#unused > 1_024 && this.#unused > this.#end / 2) this.#close();
    this.#starts = withRoom(this.#starts, slot);
    this.#ends = withRoom(this.#ends, slot);
    this.#starts[slot] = this.#end;
    for (const number of numbers) {
      this.#numbers = withRoom(this.#numbers, this.#end);
      this.#numbers[this.#end++] = number;
    }
    this.#ends[slot] = this.#end;
  }

  drop(slot: number): void {
    this.#unused += (this.#ends[slot] ?? 0) - (this.#starts[slot] ?? 0);
    if (slot < this.#ends.length) this.#ends[slot] = this.#starts[slot] ?? 0;
  }

  clear(): void {
    this.#numbers = new Int32Array();
    this.#starts = new Int32Array();
    this.#ends = new Int32Array();
    this.#end = 0;
    this.#unused = 0;
  }

  /** Moves all numbers together, which removes the unused ones. */
  #close(): void {
    const numbers = new Int32Array(this.#numbers.length);
    let end = 0;
    for (let slot = 0; slot < this.#starts.length; slot++) {
      const own = this.#numbers.subarray(this.#starts[slot], this.#ends[slot]);
      numbers.set(own, end);
      this.#starts[slot] = end;
      this.#ends[slot] = end += own.length;
    }
    this.#numbers = numbers;
    this.#end = end;
    this.#unused = 0;
  }
}
