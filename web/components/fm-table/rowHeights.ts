import type { Window } from '../../core/windowing.ts';

const OVERSCAN_ROWS = 8;

/**
 * The heights of the rows in px: measured for a row that was on the screen, a usual height for the others. Stored by
 * row key, so that sorting forgets nothing.
 */
export class RowHeights {
  readonly #known = new Map<string, number>();
  #keys: readonly string[] = [];
  #offsets: Float64Array = new Float64Array(1);
  #isDirty = false;
  #usualPx: number;

  constructor(usualPx: number) {
    this.#usualPx = usualPx;
  }

  /** The keys of the current rows, in order. */
  set keys(keys: readonly string[]) {
    this.#keys = keys;
    this.#isDirty = true;
  }

  /** Forgets all measurements, because the rows are laid out anew. */
  reset(usualPx: number): void {
    this.#known.clear();
    this.#usualPx = usualPx;
    this.#isDirty = true;
  }

  /** Takes measured heights; true: a height has changed. */
  measured(heights: readonly (readonly [key: string, px: number])[]): boolean {
    const fresh = heights.filter(([key, px]) => px > 0 && Math.abs((this.#known.get(key) ?? 0) - px) > 0.4);
    if (fresh.length === 0) return false;
    if (this.#known.size === 0) this.#usualPx = fresh.reduce((sum, [, px]) => sum + px, 0) / fresh.length;
    for (const [key, px] of fresh) this.#known.set(key, px);
    this.#isDirty = true;
    return true;
  }

  /** Where a row begins, in px from the top; for the index after the last row, the total height. */
  offsetOf(index: number): number {
    this.#sum();
    return this.#offsets[Math.max(0, Math.min(index, this.#keys.length))] ?? 0;
  }

  get totalPx(): number {
    return this.offsetOf(this.#keys.length);
  }

  /** Index of the row at this distance from the top. */
  indexAt(px: number): number {
    this.#sum();
    let low = 0;
    let high = this.#keys.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#offsets[middle] ?? 0) <= px) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The rows to render: those that can be seen, and a few beyond. */
  windowOf(scrollTopPx: number, viewportPx: number): Window {
    const count = this.#keys.length;
    const { totalPx } = this;
    const topPx = Math.max(0, Math.min(scrollTopPx, totalPx - viewportPx));
    const first = Math.max(0, this.indexAt(topPx) - OVERSCAN_ROWS);
    const end = Math.min(count, this.indexAt(topPx + viewportPx) + 1 + OVERSCAN_ROWS);
    return { first, end, offsetPx: this.offsetOf(first), totalPx };
  }

  #sum(): void {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    const offsets = new Float64Array(this.#keys.length + 1);
    let sum = 0;
    this.#keys.forEach((key, index) => {
      sum += this.#known.get(key) ?? this.#usualPx;
      offsets[index + 1] = sum;
    });
    this.#offsets = offsets;
  }
}
