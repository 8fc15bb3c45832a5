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
  type IndexedList,
  type IndexedSegment,
  type Shape,
} from './segment.ts';

/** Whose packages are asked for: all hosts of the index, or those of a set. */
export type HostsInView = ReadonlySet<string> | null;

/** What of the entries counts. */
export interface EntryFilter {
  /** Part of the name, in any case. */
  search?: string;
  /** An empty text: those of no origin. */
  origin?: string;
  held?: boolean;
  pending?: boolean;
}

export interface View {
  /** The segments that hosts in view have, by their shapes. */
  shapes: Iterable<readonly [Shape, Iterable<IndexedSegment>]>;
  /** How many hosts in view have it. */
  hostsOf(segment: IndexedSegment): number;
  hosts: number;
  /** All hosts of the index are in view. */
  isAll: boolean;
}

export function viewOf(index: FleetIndex, inView: HostsInView): View {
  if (inView === null)
    return {
      shapes: { [Symbol.iterator]: () => allShapes(index) },
      hostsOf: ({ hosts }) => hosts,
      hosts: index.hosts.size,
      isAll: true,
    };
  const counts = new Uint32Array(index.slots);
  const shapes = new Map<Shape, IndexedSegment[]>();
  let hosts = 0;
  for (const hostId of inView) {
    const list = index.hosts.get(hostId);
    if (!list) continue;
    hosts += 1;
    for (const segment of list.segments) {
      const { slot, shape } = segment;
      counts[slot] = (counts[slot] ?? 0) + 1;
      if (counts[slot] !== 1) continue;
      const alike = shapes.get(shape);
      if (alike) alike.push(segment);
      else shapes.set(shape, [segment]);
    }
  }
  return { shapes, hostsOf: ({ slot }) => counts[slot] ?? 0, hosts, isAll: false };
}

function* allShapes(index: FleetIndex): Generator<readonly [Shape, Iterable<IndexedSegment>]> {
  for (const shape of index.shapes) yield [shape, shape.segments];
}

/** How many hosts of these have each list. */
function listsIn(index: FleetIndex, inView: ReadonlySet<string>): ReadonlyMap<IndexedList, number> {
  const lists = new Map<IndexedList, number>();
  for (const hostId of inView) {
    const list = index.hosts.get(hostId);
    if (list) lists.set(list, (lists.get(list) ?? 0) + 1);
  }
  return lists;
}

/** By the list, how many hosts in view have it. */
export function countIn(index: FleetIndex, inView: HostsInView): (list: IndexedList) => number {
  if (inView === null) return ({ hosts }) => hosts;
  const counts = listsIn(index, inView);
  return (list) => counts.get(list) ?? 0;
}

/** Whether a row of a segment fits, whatever its name. */
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

/** By the name's number, whether it holds the text. */
export function namesWith(index: FleetIndex, search: string | undefined): (name: number) => boolean {
  if (search === undefined) return () => true;
  const part = search.toLowerCase();
  const found = new Uint8Array(index.names.size);
  for (let name = 0; name < found.length; name++)
    found[name] = index.names.at(name).toLowerCase().includes(part) ? 1 : 0;
  return (name) => found[name] === 1;
}

/** Whether a segment of that shape may hold one of these names, by the order of all names. */
export function nearTo(index: FleetIndex, names: ReadonlySet<number>): (shape: Shape) => boolean {
  const { ranks } = index;
  const own = [...names].map((name) => ranks[name] ?? 0).sort((a, b) => a - b);
  return ({ names: within }) => {
    const [from, to] = [ranks[within[0] ?? 0] ?? 0, ranks[within.at(-1) ?? 0] ?? 0];
    // The first of them that is not before the shape.
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low < own.length && (own[low] ?? 0) <= to;
  };
}

export function entryAt(index: FleetIndex, columns: Int32Array, at: number): Entry {
  const rows = rowsOf(columns);
  const number = (column: number): number => columns[at + column * rows] ?? NONE;
  const text = (column: number): string | null =>
    number(column) === NONE ? null : index.texts.at(number(column));
  const source = text(SOURCE);
  return {
    name: index.names.at(number(NAME)),
    arch: text(ARCH) ?? '',
    version: text(VERSION) ?? '',
    held: number(HELD) === 1,
    origin: text(ORIGIN),
    available: text(AVAILABLE),
    source: source === null ? null : { name: source, version: text(SOURCE_VERSION) ?? '' },
  };
}

/** The entries of these segments, in their order. */
export function entriesIn(index: FleetIndex, segments: Iterable<IndexedSegment>): Entry[] {
  const entries: Entry[] = [];
  for (const { columns } of segments) {
    const rows = rowsOf(columns);
    for (let at = 0; at < rows; at++) entries.push(entryAt(index, columns, at));
  }
  return entries;
}
