import { comparerOf, type CompareVersions } from '../../../server/plugin.ts';
import type { Entry, VersionOrder } from '../domain/list.ts';
import type { FleetIndex } from './fleetIndex.ts';
import {
  HELD,
  AVAILABLE,
  NAME,
  NONE,
  ORIGIN,
  VERSION,
  rowsOf,
  type IndexedList,
  type IndexedSegment,
} from './segment.ts';
import {
  countsOfLists,
  entryAt,
  fitting,
  nearTo,
  type EntryFilter,
  type HostsInView,
  type Known,
} from './view.ts';

export interface VersionCounts {
  version: string;
  order: VersionOrder;
  hosts: number;
  hostsHeld: number;
  hostsPending: number;
  origins: string[];
}

const MOST_VERSIONS = 500;
const MOST_ORIGINS = 10;
const MOST_OF_HOST = 20;

const COMPARERS: Readonly<Record<VersionOrder, CompareVersions | null>> = {
  debian: comparerOf('apt'),
  rpm: comparerOf('dnf'),
  none: null,
};

export const compareIn = (order: VersionOrder): CompareVersions | null => COMPARERS[order];

/** The versions of a package, the newest first, those of each order together. */
export function versionsOf(
  index: FleetIndex,
  inView: HostsInView,
  name: string,
): { hosts: number; versions: VersionCounts[]; total: number } {
  const number = index.names.find(name);
  const found = new Map<string, VersionCounts>();
  let hosts = 0;
  if (number !== undefined) {
    const firsts = firstsOf(index, number);
    for (const [order, counts] of hostsByOrder(index, inView, firsts))
      for (const [slot, count] of counts.entries()) {
        const segment = count > 0 ? index.segments.at(slot) : undefined;
        if (!segment) continue;
        hosts += count;
        const first = (firsts[slot] ?? 0) - 1;
        countVersions(index, found, { order, segment, first, count, name: number });
      }
  }
  const versions = [...found.values()].sort(
    (a, b) =>
      (a.order < b.order ? -1 : a.order > b.order ? 1 : 0) ||
      (compareIn(a.order)?.(b.version, a.version) ?? 0) ||
      (a.version < b.version ? 1 : a.version > b.version ? -1 : 0),
  );
  return { hosts, versions: versions.slice(0, MOST_VERSIONS), total: versions.length };
}

/** By the slot of each segment: the first row of the name plus 1; 0: the segment does not hold the name. */
function firstsOf(index: FleetIndex, name: number): Int32Array {
  const firsts = new Int32Array(index.segments.slots);
  const isNear = nearTo(index, new Set([name]));
  for (const shape of index.segments.shapes) {
    const nth = isNear(shape) ? shape.names.indexOf(name) : -1;
    if (nth === -1) continue;
    for (const { slot } of shape.segments) firsts[slot] = (shape.starts[nth] ?? 0) + 1;
  }
  return firsts;
}

/** The slot of the one segment of a list that holds the name; undefined: none does. */
const slotIn = ({ slots }: IndexedList, firsts: Int32Array): number | undefined => {
  for (const slot of slots) if (firsts[slot] !== 0) return slot;
  return undefined;
};

/**
 * How many hosts in view have the name, by the order of their versions, then by the slot of the segment that holds it.
 */
function hostsByOrder(
  index: FleetIndex,
  inView: HostsInView,
  firsts: Int32Array,
): ReadonlyMap<VersionOrder, Int32Array> {
  const lists = countsOfLists(index, inView);
  const found = new Map<VersionOrder, Int32Array>();
  for (const list of index.lists.values()) {
    const count = lists[list.place] ?? 0;
    const slot = count > 0 ? slotIn(list, firsts) : undefined;
    if (slot === undefined) continue;
    let counts = found.get(list.order);
    if (!counts) found.set(list.order, (counts = new Int32Array(firsts.length)));
    counts[slot] = (counts[slot] ?? 0) + count;
  }
  return found;
}

interface Counted {
  order: VersionOrder;
  segment: IndexedSegment;
  first: number;
  count: number;
  name: number;
}

function countVersions(
  index: FleetIndex,
  found: Map<string, VersionCounts>,
  { order, segment: { columns }, first, count, name }: Counted,
): void {
  const of = new Map<number, { held: boolean; pending: boolean; origins: Set<number> }>();
  const rows = rowsOf(columns);
  for (let at = first; at < rows && columns[at + NAME * rows] === name; at++) {
    const version = columns[at + VERSION * rows] ?? NONE;
    const own = of.get(version) ?? { held: false, pending: false, origins: new Set<number>() };
    of.set(version, own);
    own.held ||= columns[at + HELD * rows] === 1;
    own.pending ||= columns[at + AVAILABLE * rows] !== NONE;
    own.origins.add(columns[at + ORIGIN * rows] ?? NONE);
  }
  for (const [number, { held, pending, origins }] of of) {
    const key = `${order} ${number}`;
    const version = index.texts.at(number);
    const zero = { version, order, hosts: 0, hostsHeld: 0, hostsPending: 0, origins: [] };
    const counts: VersionCounts = found.get(key) ?? zero;
    found.set(key, counts);
    counts.hosts += count;
    if (held) counts.hostsHeld += count;
    if (pending) counts.hostsPending += count;
    for (const origin of origins) {
      const text = origin === NONE ? null : index.texts.at(origin);
      if (text !== null && counts.origins.length < MOST_ORIGINS && !counts.origins.includes(text))
        counts.origins.push(text);
    }
  }
}

export interface PackageFilter extends Omit<EntryFilter, 'search'> {
  name: string;
  version?: string;
  versionBelow?: string;
  versionAtLeast?: string;
}

/** Hosts in view whose package matches a filter; later reads of the index do not change it. */
export interface HostsWith {
  /** Sorted. */
  hostIds: readonly string[];
  /** The matching entries of the host at that index of `hostIds`; hosts with the same segment share one array. */
  packagesAt(place: number): Entry[];
  orderAt(place: number): VersionOrder;
  notComparable: number;
}

export function hostsWith(index: FleetIndex, inView: HostsInView, filter: PackageFilter): HostsWith {
  const name = index.names.find(filter.name);
  if (name === undefined)
    return { hostIds: [], packagesAt: () => [], orderAt: () => 'none', notComparable: 0 };
  const judge = new Judge(index, name, filter);
  const hostIds: string[] = [];
  const found: IndexedSegment[] = [];
  const orders: VersionOrder[] = [];
  let notComparable = 0;
  const { sortedHosts, sortedLists } = index;
  for (let at = 0; at < sortedHosts.length; at++) {
    const [hostId, list] = [sortedHosts[at], sortedLists[at]];
    if (hostId === undefined || !list || (inView !== null && !inView.has(hostId))) continue;
    const segment = judge.segmentOf(list);
    if (segment === 'unordered') notComparable += 1;
    else if (segment !== null) {
      hostIds.push(hostId);
      found.push(segment);
      orders.push(list.order);
    }
  }
  return {
    ...{ hostIds, notComparable },
    packagesAt(place) {
      const [segment, order] = [found[place], orders[place]];
      return segment && order ? judge.packagesIn(segment, order) : [];
    },
    orderAt: (place) => orders[place] ?? 'none',
  };
}

/** Judges what matches a filter: once for each list, and once for each segment that holds the name. */
class Judge {
  readonly #index: FleetIndex;
  /** The texts at this time: an index that begins anew has others. */
  readonly #known: Known;
  readonly #name: number;
  readonly #firsts: Int32Array;
  readonly #isRange: boolean;
  readonly #fits: (columns: Int32Array, at: number, order: VersionOrder) => boolean;
  /**
   * By the list's place: 0 not judged, 1 no match, 2 its versions have no order, else the matching segment's slot plus
   * 3.
   */
  readonly #lists: Int32Array;
  /** By the slot: 0 not judged, 1 nothing matches, 2 something does. */
  readonly #segments: Record<VersionOrder, Uint8Array | null> = { debian: null, rpm: null, none: null };
  readonly #packages: Record<VersionOrder, Map<IndexedSegment, Entry[]>> = {
    debian: new Map(),
    rpm: new Map(),
    none: new Map(),
  };

  constructor(index: FleetIndex, name: number, filter: PackageFilter) {
    this.#index = index;
    this.#name = name;
    this.#firsts = firstsOf(index, name);
    this.#isRange = filter.versionBelow !== undefined || filter.versionAtLeast !== undefined;
    this.#lists = new Int32Array(index.listPlaces);
    const { names, texts } = index;
    this.#known = { names, texts };
    const fits = fitting(index, filter);
    const inRange = rangeOf(this.#known, filter);
    this.#fits = (columns, at, order) =>
      fits(columns, at) && inRange(columns[at + VERSION * rowsOf(columns)] ?? NONE, order);
  }

  /**
   * The list's segment with a match; null: no match; `unordered`: a range was asked for, and its versions have no
   * order.
   */
  segmentOf(list: IndexedList): IndexedSegment | 'unordered' | null {
    const known = this.#lists[list.place] || (this.#lists[list.place] = this.#look(list));
    if (known === 2) return 'unordered';
    return known === 1 ? null : (this.#index.segments.at(known - 3) ?? null);
  }

  #look(list: IndexedList): number {
    const slot = slotIn(list, this.#firsts);
    if (slot === undefined) return 1;
    if (this.#isRange && compareIn(list.order) === null) return 2;
    const judged = (this.#segments[list.order] ??= new Uint8Array(this.#firsts.length));
    if (judged[slot] === 0) judged[slot] = this.#hasFitting(slot, list.order) ? 2 : 1;
    return judged[slot] === 2 ? slot + 3 : 1;
  }

  #hasFitting(slot: number, order: VersionOrder): boolean {
    const segment = this.#index.segments.at(slot);
    if (!segment) return false;
    const { columns } = segment;
    const rows = rowsOf(columns);
    const first = (this.#firsts[slot] ?? 0) - 1;
    for (let at = first; at < rows && columns[at + NAME * rows] === this.#name; at++)
      if (this.#fits(columns, at, order)) return true;
    return false;
  }

  packagesIn(segment: IndexedSegment, order: VersionOrder): Entry[] {
    const known = this.#packages[order].get(segment);
    if (known) return known;
    const packages: Entry[] = [];
    const { columns } = segment;
    const rows = rowsOf(columns);
    const first = (this.#firsts[segment.slot] ?? 0) - 1;
    for (let at = first; at < rows && columns[at + NAME * rows] === this.#name; at++)
      if (packages.length < MOST_OF_HOST && this.#fits(columns, at, order))
        packages.push(entryAt(this.#known, columns, at));
    this.#packages[order].set(segment, packages);
    return packages;
  }
}

/** Tells whether a version matches the filter's version and range; compares each version once. */
function rangeOf(
  { texts }: Known,
  { version, versionBelow, versionAtLeast }: PackageFilter,
): (version: number, order: VersionOrder) => boolean {
  if (version === undefined && versionBelow === undefined && versionAtLeast === undefined) return () => true;
  const known: Record<VersionOrder, Map<number, boolean>> = {
    debian: new Map(),
    rpm: new Map(),
    none: new Map(),
  };
  const judge = (text: string, order: VersionOrder): boolean => {
    const compare = compareIn(order);
    if (version !== undefined && text !== version) return false;
    if (versionBelow !== undefined && !(compare && compare(text, versionBelow) < 0)) return false;
    return versionAtLeast === undefined || (compare !== null && compare(text, versionAtLeast) >= 0);
  };
  return (number, order) => {
    const judged = known[order].get(number) ?? judge(texts.at(number), order);
    known[order].set(number, judged);
    return judged;
  };
}
