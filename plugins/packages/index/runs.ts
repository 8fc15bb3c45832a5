import { withRoom } from './places.ts';

/**
 * Short lists of whole numbers by the slot of what they are of, all in one array: where one array of each is gone through
 * for tens of thousands of slots, most of the time is waited for memory.
 */
export class Runs {
  #numbers: Int32Array = new Int32Array();
  #starts: Int32Array = new Int32Array();
  #ends: Int32Array = new Int32Array();
  /** Behind the last number, and how many before it are of no slot any more. */
  #end = 0;
  #unused = 0;

  /** Those of a slot lie from `starts` to before `ends` of it. */
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

  /** Moves all together, so that nothing unused is left. */
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
