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
import { countIn, entryAt, fitting, nearTo, type EntryFilter, type HostsInView } from './view.ts';

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

/** The newest first; those of each order together. */
export function versionsOf(
  index: FleetIndex,
  inView: HostsInView,
  name: string,
): { hosts: number; versions: VersionCounts[]; total: number } {
  const number = index.names.find(name);
  const found = new Map<string, VersionCounts>();
  let hosts = 0;
  if (number !== undefined)
    for (const { list, segment, first, count } of holding(index, inView, number)) {
      hosts += count;
      countVersions(index, found, { order: list.order, segment, first, count, name: number });
    }
  const versions = [...found.values()].sort(
    (a, b) =>
      (a.order < b.order ? -1 : a.order > b.order ? 1 : 0) ||
      (compareIn(a.order)?.(b.version, a.version) ?? 0) ||
      (a.version < b.version ? 1 : a.version > b.version ? -1 : 0),
  );
  return { hosts, versions: versions.slice(0, MOST_VERSIONS), total: versions.length };
}

interface Holding {
  list: IndexedList;
  segment: IndexedSegment;
  /** Where its entries begin in the segment's rows. */
  first: number;
  /** Hosts in view that have the list. */
  count: number;
}

/** Lists in view that hold the name. */
function* holding(index: FleetIndex, inView: HostsInView, name: number): Generator<Holding> {
  const places = placesOf(index, name);
  if (places.size === 0) return;
  const countOf = countIn(index, inView);
  for (const [segment, first] of places)
    for (const list of segment.lists) {
      const count = countOf(list);
      if (count > 0) yield { list, segment, first, count };
    }
}

/** Where the name begins in each segment that holds it. */
function placesOf(index: FleetIndex, name: number): ReadonlyMap<IndexedSegment, number> {
  const places = new Map<IndexedSegment, number>();
  const isNear = nearTo(index, new Set([name]));
  for (const shape of index.shapes) {
    const nth = isNear(shape) ? shape.names.indexOf(name) : -1;
    if (nth === -1) continue;
    const first = shape.starts[nth] ?? 0;
    for (const segment of shape.segments) places.set(segment, first);
  }
  return places;
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

/** Hosts in view that have the package as a filter says. */
export interface HostsWith {
  /** In the order of the ids. */
  hostIds: readonly string[];
  /** What fits on such a host; equal lists give the same array. */
  packagesOf(hostId: string): Entry[];
  orderOf(hostId: string): VersionOrder;
  notComparable: number;
}

export function hostsWith(index: FleetIndex, inView: HostsInView, filter: PackageFilter): HostsWith {
  const name = index.names.find(filter.name);
  const { matching, unordered } =
    name === undefined
      ? { matching: new Map<IndexedList, Entry[]>(), unordered: new Set<IndexedList>() }
      : matchingLists(index, inView, name, filter);
  const hostIds: string[] = [];
  let notComparable = 0;
  if (matching.size + unordered.size > 0)
    for (const hostId of index.sortedHosts) {
      const list = index.hosts.get(hostId);
      if (!list || (inView !== null && !inView.has(hostId))) continue;
      if (unordered.has(list)) notComparable += 1;
      if (matching.has(list)) hostIds.push(hostId);
    }
  const listOf = (hostId: string): IndexedList | undefined => index.hosts.get(hostId);
  return {
    ...{ hostIds, notComparable },
    packagesOf(hostId) {
      const list = listOf(hostId);
      return (list && matching.get(list)) ?? [];
    },
    orderOf: (hostId) => listOf(hostId)?.order ?? 'none',
  };
}

function matchingLists(
  index: FleetIndex,
  inView: HostsInView,
  name: number,
  filter: PackageFilter,
): { matching: Map<IndexedList, Entry[]>; unordered: Set<IndexedList> } {
  const matching = new Map<IndexedList, Entry[]>();
  const unordered = new Set<IndexedList>();
  const isRange = filter.versionBelow !== undefined || filter.versionAtLeast !== undefined;
  const fits = fitting(index, filter);
  const inRange = rangeOf(index, filter);
  const known = new Map<IndexedSegment, Map<VersionOrder, Entry[]>>();
  for (const { list, segment, first } of holding(index, inView, name)) {
    if (isRange && compareIn(list.order) === null) {
      unordered.add(list);
      continue;
    }
    let byOrder = known.get(segment);
    if (!byOrder) known.set(segment, (byOrder = new Map()));
    let packages = byOrder.get(list.order);
    if (!packages) {
      packages = [];
      const { columns } = segment;
      const rows = rowsOf(columns);
      const isIts = (at: number): boolean => at < rows && columns[at + NAME * rows] === name;
      for (let at = first; isIts(at) && packages.length < MOST_OF_HOST; at++)
        if (fits(columns, at) && inRange(columns[at + VERSION * rows] ?? NONE, list.order))
          packages.push(entryAt(index, columns, at));
      byOrder.set(list.order, packages);
    }
    if (packages.length > 0) matching.set(list, packages);
  }
  return { matching, unordered };
}

/** Whether a version is the one, and in the range; each is compared once. */
function rangeOf(
  index: FleetIndex,
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
    const judged = known[order].get(number) ?? judge(index.texts.at(number), order);
    known[order].set(number, judged);
    return judged;
  };
}
