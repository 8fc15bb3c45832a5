import type { Entry } from '../domain/list.ts';
import type { FleetIndex } from './fleetIndex.ts';
import {
  ARCH,
  AVAILABLE,
  HELD,
  NAME,
  NONE,
  ORIGIN,
  SOURCE,
  SOURCE_VERSION,
  VERSION,
  rowsOf,
  type IndexedSegment,
  type Shape,
} from './segment.ts';
import type { Segments } from './segments.ts';

/** The hosts whose packages are asked for; null: all hosts of the index. */
export type HostsInView = ReadonlySet<string> | null;

/** Which entries count. */
export interface EntryFilter {
  /** Part of the name, in any case. */
  search?: string;
  /** '': entries without an origin. */
  origin?: string;
  held?: boolean;
  pending?: boolean;
}

/** A shape of which hosts in view have segments. */
export interface ShapeInView {
  shape: Shape;
  /** The slots of these segments are those in `View.slots` from `from` to before `to`. */
  from: number;
  to: number;
  /** How many hosts in view have one of them: no list holds two of a shape, for a name is never cut in two. */
  hosts: number;
}

export interface View {
  shapes: readonly ShapeInView[];
  /** Slots of the segments that hosts in view have, grouped by shape. */
  slots: Int32Array;
  /** By the slot: how many hosts in view have the segment. */
  counts: Int32Array;
  hosts: number;
  /** All hosts of the index are in view. */
  isAll: boolean;
}

/** The view is valid until the next refresh of the index. */
export function viewOf(index: FleetIndex, inView: HostsInView): View {
  const { segments } = index;
  if (inView === null) return { ...byShape(segments, segments.hosts), hosts: index.hosts.size, isAll: true };
  const counts = new Int32Array(segments.slots);
  const lists = countsOfLists(index, inView);
  let hosts = 0;
  for (const { place, slots } of index.lists.values()) {
    const own = lists[place] ?? 0;
    if (own === 0) continue;
    hosts += own;
    for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + own;
  }
  return { ...byShape(segments, counts), hosts, isAll: false };
}

function byShape(segments: Segments, counts: Int32Array): Pick<View, 'shapes' | 'slots' | 'counts'> {
  const { slots: size, shapeNumbers, shapes: all } = segments;
  // By the shape's number: first how many segments it has, then where the next one of them goes.
  const next = new Int32Array(all.size);
  let total = 0;
  for (let slot = 0; slot < size; slot++) {
    if ((counts[slot] ?? 0) === 0) continue;
    const number = shapeNumbers[slot] ?? 0;
    next[number] = (next[number] ?? 0) + 1;
    total += 1;
  }
  const shapes: ShapeInView[] = [];
  const places = new Int32Array(all.size);
  let from = 0;
  for (let number = 0; number < all.size; number++) {
    const to = from + (next[number] ?? 0);
    const shape = to > from ? all.at(number) : undefined;
    next[number] = from;
    if (shape) places[number] = shapes.push({ shape, from, to, hosts: 0 }) - 1;
    from = to;
  }
  const slots = new Int32Array(total);
  const hosts = new Int32Array(shapes.length);
  for (let slot = 0; slot < size; slot++) {
    const count = counts[slot] ?? 0;
    if (count === 0) continue;
    const number = shapeNumbers[slot] ?? 0;
    const place = places[number] ?? 0;
    const at = next[number] ?? 0;
    slots[at] = slot;
    next[number] = at + 1;
    hosts[place] = (hosts[place] ?? 0) + count;
  }
  for (const [place, shape] of shapes.entries()) shape.hosts = hosts[place] ?? 0;
  return { shapes, slots, counts };
}

/** By the list's place, how many hosts in view have it. */
export function countsOfLists(index: FleetIndex, inView: HostsInView): Int32Array {
  const counts = new Int32Array(index.listPlaces);
  if (inView === null) for (const { place, hosts } of index.lists.values()) counts[place] = hosts;
  else
    for (const hostId of inView) {
      const list = index.hosts.get(hostId);
      if (list) counts[list.place] = (counts[list.place] ?? 0) + 1;
    }
  return counts;
}

/** Tells whether a row of a segment matches the filter, whatever its name. */
export function fitting(
  index: FleetIndex,
  { origin, held, pending }: EntryFilter,
): (columns: Int32Array, at: number) => boolean {
  const wanted = origin === undefined ? null : origin === '' ? NONE : (index.texts.find(origin) ?? NONE - 1);
  return (columns, at) => {
    const rows = rowsOf(columns);
    return (
      (wanted === null || columns[at + ORIGIN * rows] === wanted) &&
      (held === undefined || (columns[at + HELD * rows] === 1) === held) &&
      (pending === undefined || (columns[at + AVAILABLE * rows] !== NONE) === pending)
    );
  };
}

/** Tells by a name's number whether the name contains the text. */
export function namesWith(
  index: FleetIndex,
  { search, name: exact }: { search?: string | undefined; name?: string | undefined },
): (name: number) => boolean {
  if (exact !== undefined) {
    const isNamed = namesWith(index, { search });
    const number = index.names.find(exact);
    return (name) => name === number && isNamed(name);
  }
  if (search === undefined) return () => true;
  const part = search.toLowerCase();
  const found = new Uint8Array(index.names.size);
  for (let name = 0; name < found.length; name++)
    found[name] = index.names.at(name).toLowerCase().includes(part) ? 1 : 0;
  return (name) => found[name] === 1;
}

/** Tells from the order of all names whether a segment of a shape may hold one of these names. */
export function nearTo(index: FleetIndex, names: ReadonlySet<number>): (shape: Shape) => boolean {
  const { ranks } = index;
  const own = [...names].map((name) => ranks[name] ?? 0).sort((a, b) => a - b);
  return ({ names: within }) => {
    const [from, to] = [ranks[within[0] ?? 0] ?? 0, ranks[within.at(-1) ?? 0] ?? 0];
    // Finds the first of the names that is not before the shape.
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low < own.length && (own[low] ?? 0) <= to;
  };
}

/** The texts that numbers stand for. */
export type Known = Pick<FleetIndex, 'names' | 'texts'>;

export function entryAt({ names, texts }: Known, columns: Int32Array, at: number): Entry {
  const rows = rowsOf(columns);
  const number = (column: number): number => columns[at + column * rows] ?? NONE;
  const text = (column: number): string | null => (number(column) === NONE ? null : texts.at(number(column)));
  const source = text(SOURCE);
  return {
    name: names.at(number(NAME)),
    arch: text(ARCH) ?? '',
    version: text(VERSION) ?? '',
    held: number(HELD) === 1,
    origin: text(ORIGIN),
    available: text(AVAILABLE),
    source: source === null ? null : { name: source, version: text(SOURCE_VERSION) ?? '' },
  };
}

/** The entries of these segments, in their order. */
export function entriesIn(known: Known, segments: Iterable<IndexedSegment>): Entry[] {
  const entries: Entry[] = [];
  for (const { columns } of segments) {
    const rows = rowsOf(columns);
    for (let at = 0; at < rows; at++) entries.push(entryAt(known, columns, at));
  }
  return entries;
}
