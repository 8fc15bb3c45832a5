import type { Entry } from '../domain/list.ts';
import {
  ARCH,
  AVAILABLE,
  HELD,
  NAME,
  NONE,
  ORIGIN,
  VERSION,
  WIDTH,
  type FleetIndex,
  type IndexedList,
  type IndexedSegment,
} from './fleetIndex.ts';

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
  /** How many hosts in view have each segment; those of none are left out. */
  segments: Iterable<readonly [IndexedSegment, number]>;
  hosts: number;
  /** All hosts of the index are in view. */
  isAll: boolean;
}

export function viewOf(index: FleetIndex, inView: HostsInView): View {
  if (inView === null)
    return {
      segments: { [Symbol.iterator]: () => allSegments(index) },
      hosts: index.hosts.size,
      isAll: true,
    };
  const segments = new Map<IndexedSegment, number>();
  let hosts = 0;
  for (const [list, count] of listsIn(index, inView)) {
    hosts += count;
    for (const segment of list.segments) segments.set(segment, (segments.get(segment) ?? 0) + count);
  }
  return { segments, hosts, isAll: false };
}

function* allSegments(index: FleetIndex): Generator<readonly [IndexedSegment, number]> {
  for (const segment of index.segments.values()) if (segment.hosts > 0) yield [segment, segment.hosts];
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
): (rows: Int32Array, at: number) => boolean {
  const wanted = origin === undefined ? null : origin === '' ? NONE : (index.texts.find(origin) ?? NONE - 1);
  return (rows, at) =>
    (wanted === null || rows[at + ORIGIN] === wanted) &&
    (held === undefined || (rows[at + HELD] === 1) === held) &&
    (pending === undefined || (rows[at + AVAILABLE] !== NONE) === pending);
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

export function entryAt(index: FleetIndex, rows: Int32Array, at: number): Entry {
  const number = (column: number): number => rows[at + column] ?? NONE;
  const text = (column: number): string | null =>
    number(column) === NONE ? null : index.texts.at(number(column));
  return {
    name: index.names.at(number(NAME)),
    arch: text(ARCH) ?? '',
    version: text(VERSION) ?? '',
    held: number(HELD) === 1,
    origin: text(ORIGIN),
    available: text(AVAILABLE),
  };
}

/** The entries of these segments, in their order. */
export function entriesIn(index: FleetIndex, segments: Iterable<IndexedSegment>): Entry[] {
  const entries: Entry[] = [];
  for (const { rows } of segments)
    for (let at = 0; at < rows.length; at += WIDTH) entries.push(entryAt(index, rows, at));
  return entries;
}
