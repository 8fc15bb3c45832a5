import type { FleetIndex } from './fleetIndex.ts';
import { NONE, VERSION, rowsOf, type IndexedSegment } from './segment.ts';
import type { Segments } from './segments.ts';
import { isSameSet, spanAt, type Span } from './versions.ts';
import type { ShapeInView, View } from './view.ts';

/**
 * By the name's number: 1 where the hosts in view do not all have the same versions of it, because some lack it or two
 * differ. A fleet may have a name in thousands of segments, nearly all with the same versions; each segment knows where
 * it differs from its shape's base, so that only these names are compared.
 */
export function unlikeNames({ segments }: FleetIndex, view: View, having: Uint32Array): Uint8Array {
  const unlike = new Uint8Array(having.length);
  for (let name = 0; name < having.length; name++) {
    const hosts = having[name] ?? 0;
    if (hosts > 0 && hosts < view.hosts) unlike[name] = 1;
  }
  const firsts = new Firsts(having.length);
  for (const part of view.shapes) {
    const first = segments.at(view.slots[part.from] ?? NONE);
    // A segment that all hosts in view have is the same on all of them.
    if (!first || view.counts[first.slot] === view.hosts) continue;
    if (part.to - part.from > 1) markWithin(segments, view, part, unlike);
    firsts.markBeside(first, unlike);
  }
  return unlike;
}

/** Marks the names of a shape that differ between its segments. */
function markWithin(
  segments: Segments,
  { slots }: View,
  { shape: { names }, from, to }: ShapeInView,
  unlike: Uint8Array,
): void {
  const { numbers, starts, ends } = segments.unlikeBase;
  // By the name's index: how many segments do not have the base's versions.
  const changed = new Uint32Array(names.length);
  for (let at = from; at < to; at++) {
    const slot = slots[at] ?? NONE;
    const end = ends[slot] ?? 0;
    for (let own = starts[slot] ?? 0; own < end; own++) {
      const nth = numbers[own] ?? 0;
      changed[nth] = (changed[nth] ?? 0) + 1;
    }
  }
  for (let nth = 0; nth < names.length; nth++) {
    const name = names[nth] ?? NONE;
    const count = changed[nth] ?? 0;
    if (count === 0 || unlike[name] === 1) continue;
    if (count < to - from || !isAlike(segments, slots.subarray(from, to), nth)) unlike[name] = 1;
  }
}

function isAlike(segments: Segments, slots: Int32Array, nth: number): boolean {
  let first: Span | null = null;
  for (const slot of slots) {
    const segment = segments.at(slot);
    if (!segment) continue;
    const own = spanAt(segment.columns, segment.shape.starts, nth);
    if (first && !isSameSet(first, own)) return false;
    first ??= own;
  }
  return true;
}

/** Stand for a version: none seen yet, and several of the name. */
const [UNMET, MANY] = [-1, -2];

/** The versions that were seen first, by the name's number. */
class Firsts {
  readonly #versions: Int32Array;
  readonly #several = new Map<number, Span>();

  constructor(names: number) {
    this.#versions = new Int32Array(names).fill(UNMET);
  }

  /** Marks the names whose versions differ from those in earlier shapes; unmarked names are alike within a shape. */
  markBeside({ columns, shape: { names, starts } }: IndexedSegment, unlike: Uint8Array): void {
    const versions = VERSION * rowsOf(columns);
    for (let nth = 0; nth < names.length; nth++) {
      const name = names[nth] ?? NONE;
      if (unlike[name] === 1) continue;
      const version = onlyIn(columns, versions + (starts[nth] ?? 0), versions + (starts[nth + 1] ?? 0));
      const first = this.#versions[name] ?? UNMET;
      if (first === UNMET) this.#versions[name] = version;
      else if (first !== version) unlike[name] = 1;
      if (version === MANY) {
        const own = spanAt(columns, starts, nth);
        const before = this.#several.get(name);
        if (!before) this.#several.set(name, own);
        else if (!isSameSet(before, own)) unlike[name] = 1;
      }
    }
  }
}

/** The version of all these rows; `MANY` if they differ. */
function onlyIn(columns: Int32Array, from: number, to: number): number {
  const version = columns[from] ?? MANY;
  for (let at = from + 1; at < to; at++) if (columns[at] !== version) return MANY;
  return version;
}
