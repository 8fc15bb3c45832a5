import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { components } from '#generated/agent.ts';

/** One installed package; a name has several entries if it is installed in several versions or architectures. */
export interface Entry {
  name: string;
  arch: string;
  version: string;
  held: boolean;
  origin: string | null;
  /** The version that the host's own policy prefers; null: the installed one. */
  available: string | null;
  /** What it was built from; null: a source of the same name and version, or not told. */
  source: Source | null;
}

export interface Source {
  name: string;
  version: string;
}

/** Whose rules order the versions of a list. */
export type VersionOrder = 'debian' | 'rpm' | 'none';

/** A stretch of a list, in the form that is stored. */
export interface Segment {
  hash: string;
  /** The content of `body` before it is deflated. */
  text: string;
}

export interface PackedList {
  hash: string;
  order: VersionOrder;
  entries: number;
  segments: readonly Segment[];
}

/** More packages than any host has; a longer list is not believed. */
export const MOST_ENTRIES = 20_000;

/**
 * A segment has about 48 entries: short enough that an update touches little, long enough to deflate well. So many it has
 * whatever its names are, for a host could choose names that cut everywhere, and fill the store with short ones; after
 * them one name in `CUTS` cuts.
 */
const LEAST_OF_SEGMENT = 16;
const CUTS = 32;
/** After so many entries the next name begins another segment, whatever it is. */
const MOST_OF_SEGMENT = 240;
/** The most bytes of an inflated segment: all that one agent may say. */
const MOST_BYTES = 32 * 1024 * 1024;

export function orderOf(packageManager: string | null): VersionOrder {
  switch (packageManager) {
    case 'apt':
      return 'debian';
    case 'dnf':
    case 'dnf5':
    case 'yum':
    case 'zypper':
      return 'rpm';
    default:
      return 'none';
  }
}

/** The agent's list in the form that is compared: sorted, each entry once, with texts that every database can store. */
export function entriesOf(packages: readonly components['schemas']['Package'][]): Entry[] {
  const entries = packages.map((item): Entry => {
    const available = item.available_version ?? null;
    return {
      name: item.name,
      arch: item.arch,
      version: item.version,
      held: item.held,
      origin: item.origin === null ? null : item.origin.toWellFormed(),
      available: available === item.version ? null : available,
      source: sourceOf(item),
    };
  });
  entries.sort(byPlace);
  return entries.filter((entry, i) => i === 0 || byPlace(entry, entries[i - 1] as Entry) !== 0);
}

function sourceOf({ name, version, source }: components['schemas']['Package']): Source | null {
  if (!source || (source.name === name && source.version === version)) return null;
  return { name: source.name, version: source.version };
}

/** By name, architecture and version, in the order of their characters' codes. */
export function byPlace(a: Pick<Entry, Place>, b: Pick<Entry, Place>): number {
  return compare(a.name, b.name) || compare(a.arch, b.arch) || compare(a.version, b.version);
}
type Place = 'name' | 'arch' | 'version';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Cuts a list where its names say so (content-defined chunking): a package that comes or goes moves no other cut, so
 * hosts that differ in some packages share the segments of all others. A name is never cut in two.
 */
export function pack(entries: readonly Entry[], order: VersionOrder): PackedList {
  const segments: Segment[] = [];
  let from = 0;
  for (let at = 1; at <= entries.length; at++) {
    const entry = entries[at];
    if (entry) {
      const isSameName = entry.name === entries[at - 1]?.name;
      const length = at - from;
      const isEnough = length >= MOST_OF_SEGMENT || (length >= LEAST_OF_SEGMENT && isCut(entry.name));
      if (isSameName || !isEnough) continue;
    }
    segments.push(segmentOf(entries.slice(from, at)));
    from = at;
  }
  const hash = sha256([order, ...segments.map((segment) => segment.hash)].join(' '));
  return { hash, order, entries: entries.length, segments };
}

function segmentOf(entries: readonly Entry[]): Segment {
  const rows = entries.map((e): Row => {
    const own: OwnRow = [e.name, e.arch, e.version, e.held ? 1 : 0, e.origin, e.available];
    return e.source ? [...own, e.source.name, e.source.version] : own;
  });
  const text = JSON.stringify(rows);
  return { hash: sha256(text), text };
}

/** FNV-1a: quick, and the same for ever. */
function isCut(name: string): boolean {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % CUTS === 0;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
export const deflated = (text: string): Buffer => deflateRawSync(text, { level: 9 });
export const inflated = (body: Uint8Array): string =>
  inflateRawSync(body, { maxOutputLength: MOST_BYTES }).toString('utf8');

/** Name, architecture, version, 1 if it is held, origin, available version. */
type OwnRow = [string, string, string, number, string | null, string | null];
/** With the name and version of its source, if they differ from its own. */
type Row = OwnRow | [...OwnRow, string, string];

/** The rows of a stored segment. */
export const rowsIn = (body: Uint8Array): Row[] => JSON.parse(inflated(body)) as Row[];

/** The entries of a stored segment. */
export const unpack = (body: Uint8Array): Entry[] =>
  rowsIn(body).map(([name, arch, version, held, origin, available, ...source]) => ({
    name,
    arch,
    version,
    held: held === 1,
    origin,
    available,
    source: sourceIn(source),
  }));

/** The source from the columns that follow a row's own. */
const sourceIn = ([name, version]: readonly [] | readonly [string, string]): Source | null =>
  name === undefined || version === undefined ? null : { name, version };
