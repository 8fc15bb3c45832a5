import type { Chart } from './types.ts';
import { DAY_MS } from './counting.ts';

const MAX_BARS = 31;

/** The period in bars of equal whole days (UTC), 31 at most. */
export class Spans {
  readonly #startMs: number;
  readonly #stepMs: number;
  readonly #counts: number[];

  constructor(from: Date, to: Date) {
    this.#startMs = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
    const days = Math.max(1, Math.ceil((to.getTime() - this.#startMs) / DAY_MS));
    const stepDays = Math.ceil(days / MAX_BARS);
    this.#stepMs = stepDays * DAY_MS;
    this.#counts = Array.from({ length: Math.ceil(days / stepDays) }, () => 0);
  }

  add(at: Date, count = 1): void {
    const index = Math.floor((at.getTime() - this.#startMs) / this.#stepMs);
    if (index >= 0 && index < this.#counts.length) this.#counts[index] = (this.#counts[index] ?? 0) + count;
  }

  /** What each bar stands for, as a sentence. */
  get meaning(): string {
    const days = this.#stepMs / DAY_MS;
    return days === 1
      ? 'Each bar is one day (UTC).'
      : `Each bar is ${days} days (UTC), named by their first.`;
  }

  bars(): Chart['bars'] {
    return this.#counts.map((value, index) => ({
      label: new Date(this.#startMs + index * this.#stepMs).toISOString().slice(0, 10),
      value,
    }));
  }
}
