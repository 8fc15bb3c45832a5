import type { FleetIndex } from './fleetIndex.ts';
import { AVAILABLE, HELD, NONE, VERSION, rowsOf, type IndexedSegment, type Shape } from './segment.ts';
import { unlikeNames } from './unlike.ts';
import { fitting, namesWith, nearTo, type EntryFilter, type View } from './view.ts';

export interface NameCounts {
  name: string;
  hosts: number;
  versions: number;
  hostsHeld: number;
  hostsPending: number;
}

export interface NamePage {
  packages: NameCounts[];
  total: number;
  /** The last name of this page; null: no more names follow. */
  next: string | null;
}

interface PageOf {
  /** Only names behind this one. */
  after: string | null;
  /** By name upwards, not downwards. */
  isUp: boolean;
  limit: number;
}

/**
 * One page of names with counts of what matches the filter; a host counts once for a name, whatever its number of
 * entries.
 */
export function listNames(
  index: FleetIndex,
  view: View,
  { filter, ...asked }: PageOf & { filter: EntryFilter & { name?: string } },
): NamePage {
  const counts = keptCounts(index, view, filter) ?? hostsByName(index, view, filter);
  const isNamed = namesWith(index, filter);
  const isWanted = (name: number): boolean => (counts[name] ?? 0) > 0 && isNamed(name);
  const { total, page, next } = pageOf(index, asked, isWanted);
  const details = detailsOf(index, view, filter, new Set(page));
  const packages = page.map((name): NameCounts => {
    const { versions, held, pending } = details.get(name) ?? { versions: new Set(), held: 0, pending: 0 };
    return {
      name: index.names.at(name),
      hosts: counts[name] ?? 0,
      versions: versions.size,
      hostsHeld: held,
      hostsPending: pending,
    };
  });
  return { packages, total, next };
}

/** Counts that the index keeps over all hosts; null: they do not answer this filter. */
function keptCounts(
  { totals }: FleetIndex,
  { isAll }: View,
  { origin, held, pending }: EntryFilter,
): readonly number[] | null {
  if (!isAll || origin !== undefined || held === false || pending === false) return null;
  if (held === true) return pending === true ? null : totals.held;
  return pending === true ? totals.pending : totals.hosts;
}

/** How many hosts in view have a matching entry, by the name's number. */
function hostsByName(
  index: FleetIndex,
  { shapes, slots, counts: own }: View,
  filter: EntryFilter,
): Uint32Array {
  const counts = new Uint32Array(index.names.size);
  const { origin, held, pending } = filter;
  if (origin === undefined && held === undefined && pending === undefined) {
    for (const { shape, hosts } of shapes)
      for (const name of shape.names) counts[name] = (counts[name] ?? 0) + hosts;
    return counts;
  }
  const fits = fitting(index, filter);
  for (const { shape, from, to } of shapes)
    for (let at = from; at < to; at++) {
      const slot = slots[at] ?? NONE;
      const segment = index.segments.at(slot);
      if (!segment || !mayFit(segment, filter)) continue;
      for (const [nth, name] of shape.names.entries())
        if (hasFitting(segment, nth, fits)) counts[name] = (counts[name] ?? 0) + (own[slot] ?? 0);
    }
  return counts;
}

const mayFit = (segment: IndexedSegment, { held, pending }: EntryFilter): boolean =>
  (held !== true || segment.held.length > 0) && (pending !== true || segment.pending.length > 0);

/** Whether a row of the shape's `nth` name matches. */
function hasFitting(
  { columns, shape: { starts } }: IndexedSegment,
  nth: number,
  fits: (columns: Int32Array, at: number) => boolean,
): boolean {
  const end = starts[nth + 1] ?? 0;
  for (let at = starts[nth] ?? 0; at < end; at++) if (fits(columns, at)) return true;
  return false;
}

/** The indexes of the wanted names in the shape. */
function placesIn({ names }: Shape, isWanted: (name: number) => boolean): number[] {
  const places: number[] = [];
  for (const [nth, name] of names.entries()) if (isWanted(name)) places.push(nth);
  return places;
}

/** One page of the wanted names, in their order; `total` counts all pages. */
function pageOf(
  index: FleetIndex,
  { after, isUp, limit }: PageOf,
  isWanted: (name: number) => boolean,
): { page: number[]; total: number; next: string | null } {
  const page: number[] = [];
  let total = 0;
  let hasMore = false;
  const isBehind = (name: string): boolean => after === null || (isUp ? name > after : name < after);
  for (const name of isUp ? index.sortedNames : index.sortedNames.toReversed()) {
    if (!isWanted(name)) continue;
    total += 1;
    if (!isBehind(index.names.at(name))) continue;
    if (page.length < limit) page.push(name);
    else hasMore = true;
  }
  const last = page.at(-1);
  return { page, total, next: hasMore && last !== undefined ? index.names.at(last) : null };
}

/**
 * Calls `act` for each segment in view that holds some of these names, with their indexes in its shape and the number
 * of hosts in view that have it.
 */
function eachWith(
  index: FleetIndex,
  { shapes, slots, counts }: View,
  wanted: ReadonlySet<number>,
  act: (segment: IndexedSegment, places: readonly number[], hosts: number) => void,
): void {
  const isNear = nearTo(index, wanted);
  for (const { shape, from, to } of shapes) {
    const places = isNear(shape) ? placesIn(shape, (name) => wanted.has(name)) : [];
    if (places.length === 0) continue;
    for (let at = from; at < to; at++) {
      const slot = slots[at] ?? NONE;
      const segment = index.segments.at(slot);
      if (segment) act(segment, places, counts[slot] ?? 0);
    }
  }
}

interface NameDetails {
  versions: Set<number>;
  held: number;
  pending: number;
}

function detailsOf(
  index: FleetIndex,
  view: View,
  filter: EntryFilter,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, NameDetails> {
  const details = new Map<number, NameDetails>();
  const fits = fitting(index, filter);
  for (const name of wanted) details.set(name, { versions: new Set(), held: 0, pending: 0 });
  eachWith(index, view, wanted, (segment, places, hosts) => {
    if (mayFit(segment, filter))
      for (const nth of places)
        addDetails(details.get(segment.shape.names[nth] ?? NONE), { segment, nth, hosts, fits });
  });
  return details;
}

interface Place {
  segment: IndexedSegment;
  /** Index of the name in the segment's shape. */
  nth: number;
  hosts: number;
  fits: (columns: Int32Array, at: number) => boolean;
}

function addDetails(
  own: NameDetails | undefined,
  { segment: { columns, shape }, nth, hosts, fits }: Place,
): void {
  let [held, pending] = [false, false];
  const rows = rowsOf(columns);
  const end = shape.starts[nth + 1] ?? 0;
  for (let at = shape.starts[nth] ?? 0; own && at < end; at++) {
    if (!fits(columns, at)) continue;
    own.versions.add(columns[at + VERSION * rows] ?? NONE);
    held ||= columns[at + HELD * rows] === 1;
    pending ||= columns[at + AVAILABLE * rows] !== NONE;
  }
  if (own && held) own.held += hosts;
  if (own && pending) own.pending += hosts;
}

export interface NameDifference {
  name: string;
  hosts: number;
  hostsWithout: number;
  versions: { version: string; hosts: number }[];
  versionsTotal: number;
}

const MOST_VERSIONS = 10;

/** Names that not all hosts in view have in the same versions. */
export function listDifferences(
  index: FleetIndex,
  view: View,
  { search, name: exact, ...asked }: PageOf & { search?: string; name?: string },
): { differences: NameDifference[]; total: number; next: string | null } {
  const isNamed = namesWith(index, { search, name: exact });
  const isUnlike = unlikeNames(index, view, hostsByName(index, view, {}));
  const differs = (name: number): boolean => isUnlike[name] === 1 && isNamed(name);
  const { page, total, next } = pageOf(index, asked, differs);
  const names = versionsByName(index, view, new Set(page));
  const differences = page.flatMap((name): NameDifference[] => {
    const own = names.get(name);
    if (!own) return [];
    const versions = [...own.versions]
      .map(([version, hosts]) => ({ version: index.texts.at(version), hosts }))
      .sort((a, b) => b.hosts - a.hosts || (a.version < b.version ? -1 : 1));
    return [
      {
        name: index.names.at(name),
        hosts: own.hosts,
        hostsWithout: view.hosts - own.hosts,
        versions: versions.slice(0, MOST_VERSIONS),
        versionsTotal: versions.length,
      },
    ];
  });
  return { differences, total, next };
}

/** The versions of a name, each once: the same version of several architectures is one version of that host. */
function versionsAt({ columns, shape: { starts } }: IndexedSegment, nth: number): number[] {
  const rows = rowsOf(columns);
  const versions: number[] = [];
  const end = starts[nth + 1] ?? 0;
  for (let at = starts[nth] ?? 0; at < end; at++) {
    const version = columns[at + VERSION * rows] ?? NONE;
    if (!versions.includes(version)) versions.push(version);
  }
  return versions;
}

function versionsByName(
  index: FleetIndex,
  view: View,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, { hosts: number; versions: Map<number, number> }> {
  const names = new Map<number, { hosts: number; versions: Map<number, number> }>();
  for (const name of wanted) names.set(name, { hosts: 0, versions: new Map() });
  eachWith(index, view, wanted, (segment, places, hosts) => {
    for (const nth of places) {
      const own = names.get(segment.shape.names[nth] ?? NONE);
      if (!own) continue;
      own.hosts += hosts;
      for (const version of versionsAt(segment, nth))
        own.versions.set(version, (own.versions.get(version) ?? 0) + hosts);
    }
  });
  return names;
}
