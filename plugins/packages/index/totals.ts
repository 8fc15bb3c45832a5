import type { IndexedSegment } from './segment.ts';
import type { Shapes } from './shapes.ts';

/** Totals over all hosts by a name's number: how many have it, hold it, have an update of it pending. */
export class NameTotals {
  readonly held: number[] = [];
  readonly pending: number[] = [];
  readonly #shapes: Shapes;
  #hosts: number[] | null = null;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /**
   * How many hosts have a name; each counts once, whatever its number of entries. Summed over the shapes by the first
   * read after a change.
   */
  get hosts(): readonly number[] {
    if (this.#hosts) return this.#hosts;
    const counts: number[] = [];
    for (const { names, hosts } of this.#shapes)
      for (const name of names) counts[name] = (counts[name] ?? 0) + hosts;
    return (this.#hosts = counts);
  }

  /** Notes that `by` more hosts have the segment. */
  add({ shape, held, pending }: IndexedSegment, by: number): void {
    shape.hosts += by;
    this.#hosts = null;
    for (const name of held) this.held[name] = (this.held[name] ?? 0) + by;
    for (const name of pending) this.pending[name] = (this.pending[name] ?? 0) + by;
  }
}
