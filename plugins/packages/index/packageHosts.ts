import type { Entry, VersionOrder } from '../domain/list.ts';
import type { FleetIndex } from './fleetIndex.ts';
import { compareIn, firstsOf, slotIn } from './rowsOfName.ts';
import { NAME, NONE, VERSION, rowsOf, type IndexedList, type IndexedSegment } from './segment.ts';
import { entryAt, fitting, type EntryFilter, type HostsInView, type Known } from './view.ts';

const MOST_OF_HOST = 20;

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
    hostIds,
    notComparable,
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
