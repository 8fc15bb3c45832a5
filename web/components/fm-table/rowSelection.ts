import { keysBetween, withKeys } from './selecting.ts';

interface Options {
  keys(): readonly string[];
  /** Null: nothing can be selected. */
  selected(): ReadonlySet<string> | null;
  /** Called with the new set of selected keys. */
  select(next: ReadonlySet<string>): void;
}

/** Selection by clicks and keys: one row, or all rows from the one switched last. */
export class RowSelection {
  readonly #options: Options;
  /** The key at which a range begins: the one switched last. */
  #anchor: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Switches a row on or off; a range is always switched on. */
  toggle(key: string, isRange: boolean): void {
    const { keys, selected } = this.#options;
    if (isRange) this.select(keysBetween(keys(), this.#anchor, key), true);
    else this.select([key], !selected()?.has(key));
    this.#anchor = key;
  }

  /** Selects from the row that the keyboard left to the one that it reached. */
  extend(from: string, to: string): void {
    this.select(keysBetween(this.#options.keys(), from, to), true);
    this.#anchor = to;
  }

  select(keys: readonly string[], isOn: boolean): void {
    const selected = this.#options.selected();
    if (selected) this.#options.select(withKeys(selected, keys, isOn));
  }
}
