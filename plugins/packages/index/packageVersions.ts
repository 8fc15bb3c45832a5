import type { VersionOrder } from '../domain/list.ts';
import type { FleetIndex } from './fleetIndex.ts';
import { compareIn, firstsOf, slotIn } from './rowsOfName.ts';
import { AVAILABLE, HELD, NAME, NONE, ORIGIN, VERSION, rowsOf, type IndexedSegment } from './segment.ts';
import { countsOfLists, type HostsInView } from './view.ts';

export interface VersionCounts {
  version: string;
  order: VersionOrder;
  hosts: number;
  hostsHeld: number;
  hostsPending: number;
  origins: string[];
}

const MOST_ORIGINS = 10;

/** The versions of a package, the newest first, those of each order together. */
export function versionsOf(
  index: FleetIndex,
  inView: HostsInView,
  name: string,
): { hosts: number; versions: VersionCounts[] } {
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
  return { hosts, versions };
}

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
