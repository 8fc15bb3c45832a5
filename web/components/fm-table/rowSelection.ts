import { keysBetween, withKeys } from './selecting.ts';

interface Options {
  keys(): readonly string[];
  /** Null: nothing can be selected. */
  selected(): ReadonlySet<string> | null;
  /** The new set is wanted. */
  select(next: ReadonlySet<string>): void;
}

/** What clicks and keys select: one row, or all from the one that was switched last. */
export class RowSelection {
  readonly #options: Options;
  /** Where a range begins: the key that was switched last. */
  #anchor: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The other way round than it is; a range is always switched on. */
  toggle(key: string, isRange: boolean): void {
    const { keys, selected } = this.#options;
    if (isRange) this.select(keysBetween(keys(), this.#anchor, key), true);
    else this.select([key], !selected()?.has(key));
    this.#anchor = key;
  }

  /** From the row that was left to the one that was reached. */
  extend(from: string, to: string): void {
    this.select(keysBetween(this.#options.keys(), from, to), true);
    this.#anchor = to;
  }

  select(keys: readonly string[], isOn: boolean): void {
    const selected = this.#options.selected();
    if (selected) this.#options.select(withKeys(selected, keys, isOn));
  }
}
