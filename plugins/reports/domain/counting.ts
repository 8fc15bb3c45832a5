import type { Figure } from './types.ts';

export const DAY_MS = 86_400_000;

/** How often each key came. */
export class Tally<K> {
  readonly #counts = new Map<K, number>();

  add(key: K, count = 1): void {
    this.#counts.set(key, this.of(key) + count);
  }

  of(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  total(keys: Iterable<K> = this.#counts.keys()): number {
    let sum = 0;
    for (const key of keys) sum += this.of(key);
    return sum;
  }
}

/** In percent with one decimal, rounded down, so that 100 means all; null where there is nothing to divide by. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 1_000) / whole) / 10;
}

export function figure(
  key: string,
  [label, meaning]: readonly [label: string, meaning: string],
  value: number | null,
  unit: Figure['unit'] = 'number',
): Figure {
  return { key, label, value, unit, meaning };
}

/** For people: “2026-11-28 14:14”, in UTC. */
export const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** For files that programs read. */
export const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Whole days between; 0 for less than one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));
