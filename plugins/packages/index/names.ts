import {
  AVAILABLE,
  HELD,
  NAME,
  NONE,
  VERSION,
  WIDTH,
  type FleetIndex,
  type IndexedSegment,
} from './fleetIndex.ts';
import { fitting, namesWith, type EntryFilter, type View } from './view.ts';

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
  /** The name that the next page begins behind. */
  next: string | null;
}

interface PageOf {
  /** Only names behind this one. */
  after: string | null;
  limit: number;
}

/** One page of names, with what fits the filter counted: a host once for a name, however many entries it has of it. */
export function listNames(
  index: FleetIndex,
  view: View,
  { filter, after, limit }: PageOf & { filter: EntryFilter },
): NamePage {
  const counts = keptCounts(index, view, filter) ?? hostsByName(index, view, filter);
  const isNamed = namesWith(index, filter.search);
  const isWanted = (name: number): boolean => (counts[name] ?? 0) > 0 && isNamed(name);
  const { total, page, next } = pageOf(index, { after, limit }, isWanted);
  const details = detailsOf(index, view, filter, new Set(page));
  const packages = page.map((name): NameCounts => {
    const { versions, held, pending } = details.get(name) ?? { versions: new Set(), held: 0, pending: 0 };
    return {
      name: index.names.at(name),
      hosts: counts[name] ?? 0,
      ...{ versions: versions.size, hostsHeld: held, hostsPending: pending },
    };
  });
  return { packages, total, next };
}

/** What the index has counted already, for all hosts; null: not as this filter asks. */
function keptCounts(
  { counts }: FleetIndex,
  { isAll }: View,
  { origin, held, pending }: EntryFilter,
): readonly number[] | null {
  if (!isAll || origin !== undefined || held === false || pending === false) return null;
  if (held === true) return pending === true ? null : counts.held;
  return pending === true ? counts.pending : counts.hosts;
}

/** By the number of the name: hosts in view with an entry that fits. */
function hostsByName(index: FleetIndex, { segments }: View, filter: EntryFilter): Uint32Array {
  const counts = new Uint32Array(index.names.size);
  const fits = fitting(index, filter);
  for (const [{ rows }, hosts] of segments) {
    // A name is never cut in two, and its entries follow each other.
    let counted = NONE;
    for (let at = 0; at < rows.length; at += WIDTH) {
      const name = rows[at + NAME] ?? NONE;
      if (name === counted || !fits(rows, at)) continue;
      counts[name] = (counts[name] ?? 0) + hosts;
      counted = name;
    }
  }
  return counts;
}

/** Names that are wanted, in their order; `total` of all pages. */
function pageOf(
  index: FleetIndex,
  { after, limit }: PageOf,
  isWanted: (name: number) => boolean,
): { page: number[]; total: number; next: string | null } {
  const page: number[] = [];
  let total = 0;
  let hasMore = false;
  for (const name of index.sortedNames) {
    if (!isWanted(name)) continue;
    total += 1;
    if (after !== null && index.names.at(name) <= after) continue;
    if (page.length < limit) page.push(name);
    else hasMore = true;
  }
  const last = page.at(-1);
  return { page, total, next: hasMore && last !== undefined ? index.names.at(last) : null };
}

/** Whether a segment may hold one of these names, by the order of all names. */
function nearTo(index: FleetIndex, names: ReadonlySet<number>): (segment: IndexedSegment) => boolean {
  const { ranks } = index;
  const own = [...names].map((name) => ranks[name] ?? 0).sort((a, b) => a - b);
  return ({ first, last }) => {
    const [from, to] = [ranks[first] ?? 0, ranks[last] ?? 0];
    // The first of them that is not before the segment.
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low < own.length && (own[low] ?? 0) <= to;
  };
}

interface NameDetails {
  versions: Set<number>;
  held: number;
  pending: number;
}

function detailsOf(
  index: FleetIndex,
  { segments }: View,
  filter: EntryFilter,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, NameDetails> {
  const details = new Map<number, NameDetails>();
  const fits = fitting(index, filter);
  const isWanted = new Uint8Array(index.names.size);
  for (const name of wanted) {
    isWanted[name] = 1;
    details.set(name, { versions: new Set(), held: 0, pending: 0 });
  }
  const isNear = nearTo(index, wanted);
  for (const [segment, hosts] of segments) {
    if (!isNear(segment)) continue;
    const { rows } = segment;
    let [held, pending] = [NONE, NONE];
    for (let at = 0; at < rows.length; at += WIDTH) {
      const name = rows[at + NAME] ?? NONE;
      if (isWanted[name] !== 1 || !fits(rows, at)) continue;
      const own = details.get(name);
      if (!own) continue;
      own.versions.add(rows[at + VERSION] ?? NONE);
      if (rows[at + HELD] === 1 && held !== name) [own.held, held] = [own.held + hosts, name];
      if (rows[at + AVAILABLE] !== NONE && pending !== name)
        [own.pending, pending] = [own.pending + hosts, name];
    }
  }
  return details;
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
  { search, after, limit }: PageOf & { search?: string },
): { differences: NameDifference[]; total: number; next: string | null } {
  // What all have in one segment is the same on all of them; only the rest can differ.
  const uneven = [...view.segments].filter(([, hosts]) => hosts < view.hosts);
  const isNamed = namesWith(index, search);
  const isUnlike = unlikeNames(index, uneven, view.hosts);
  const differs = (name: number): boolean => isUnlike(name) && isNamed(name);
  const { page, total, next } = pageOf(index, { after, limit }, differs);
  const names = versionsByName(index, uneven, new Set(page));
  const differences = page.flatMap((name): NameDifference[] => {
    const own = names.get(name);
    if (!own) return [];
    const versions = [...own.versions]
      .map(([version, hosts]) => ({ version: index.texts.at(version), hosts }))
      .sort((a, b) => b.hosts - a.hosts || (a.version < b.version ? -1 : 1));
    return [
      {
        ...{ name: index.names.at(name), hosts: own.hosts, hostsWithout: view.hosts - own.hosts },
        ...{ versions: versions.slice(0, MOST_VERSIONS), versionsTotal: versions.length },
      },
    ];
  });
  return { differences, total, next };
}

type Uneven = readonly (readonly [IndexedSegment, number])[];

/**
 * By the name's number, whether these hosts do not all have the same versions. It is enough to look at the first version
 * that is met: a host without it differs. Where all have it and there are others, these are counted, too.
 */
function unlikeNames(index: FleetIndex, uneven: Uneven, hosts: number): (name: number) => boolean {
  const firsts = new Int32Array(index.names.size).fill(NONE);
  const having = new Uint32Array(index.names.size);
  const several = new Set<number>();
  for (const [{ rows }, count] of uneven) {
    let counted = NONE;
    for (let at = 0; at < rows.length; at += WIDTH) {
      const name = rows[at + NAME] ?? NONE;
      const version = rows[at + VERSION] ?? NONE;
      if (firsts[name] === NONE) firsts[name] = version;
      if (firsts[name] !== version) several.add(name);
      else if (counted !== name) {
        // The same version of several architectures is one version of that host.
        having[name] = (having[name] ?? 0) + count;
        counted = name;
      }
    }
  }
  const inDoubt = new Set([...several].filter((name) => having[name] === hosts));
  const details = inDoubt.size === 0 ? null : versionsByName(index, uneven, inDoubt);
  return (name) => {
    if (firsts[name] === undefined || firsts[name] === NONE) return false;
    if ((having[name] ?? 0) < hosts) return true;
    const versions = details?.get(name)?.versions.values() ?? [];
    return [...versions].some((count) => count < hosts);
  };
}

function versionsByName(
  index: FleetIndex,
  uneven: Uneven,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, { hosts: number; versions: Map<number, number> }> {
  const names = new Map<number, { hosts: number; versions: Map<number, number> }>();
  const isNear = nearTo(index, wanted);
  for (const [segment, hosts] of uneven) {
    if (!isNear(segment)) continue;
    const { rows } = segment;
    let counted = NONE;
    const seen = new Set<number>();
    for (let at = 0; at < rows.length; at += WIDTH) {
      const name = rows[at + NAME] ?? NONE;
      const version = rows[at + VERSION] ?? NONE;
      if (!wanted.has(name)) continue;
      let own = names.get(name);
      if (!own) names.set(name, (own = { hosts: 0, versions: new Map() }));
      if (name !== counted) {
        own.hosts += hosts;
        counted = name;
        seen.clear();
      }
      if (seen.has(version)) continue;
      seen.add(version);
      own.versions.set(version, (own.versions.get(version) ?? 0) + hosts);
    }
  }
  return names;
}
