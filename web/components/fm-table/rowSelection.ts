import { allState, keysBetween, withKeys, type AllState } from './selecting.ts';

interface Options {
  keys(): readonly string[];
  /** Null: nothing can be selected. */
  selected(): ReadonlySet<string> | null;
  /** Called with the new set of selected keys. */
  select(next: ReadonlySet<string>): void;
  /** Called before all rows are switched; false: the page does it itself. */
  selectAll(isOn: boolean): boolean;
}

/** Selection by clicks and keys: one row, all rows from the one switched last, or all. */
export class RowSelection {
  /** The state of the checkbox in the header. */
  all: AllState = 'none';
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

  clear(): void {
    this.#options.select(new Set());
  }

  /** Switches all loaded rows, or what the page means by all. */
  switchAll(isOn = this.all !== 'all'): void {
    const isMine = this.#options.selectAll(isOn);
    if (isMine) this.select(this.#options.keys(), isOn);
  }

  /** Counts anew for the checkbox in the header; `total` includes rows that are not loaded. */
  count(total: number): void {
    const selected = this.#options.selected();
    if (selected) this.all = allState(this.#options.keys(), selected, total);
  }
}
