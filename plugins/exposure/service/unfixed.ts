import { type Context, type HostScope, work } from '#sdk';
import type { PackagesService } from '../../packages/api.ts';
import { addBit, bitsFor, hasBit, merge, subtract } from '../domain/bits.ts';
import { DEBIAN_RELEASES, sourcesNamed } from '../domain/debian.ts';
import { OPEN_INDEX, openBlock, type OpenIndex, type OpenSources } from '../domain/openEntries.ts';
import { priorityOf } from '../domain/rank.ts';
import { releasesOf } from '../domain/releases.ts';
import { openIn, type OpenIn, type OpenRelease } from '../domain/unfixed.ts';
import { DataSetModel } from '../models.ts';
import { namedIn, withoutFixSection } from '../settings.ts';
import { NOTHING, scoresOf, type Told } from './scores.ts';

/** A CVE that no source fixes yet on these hosts. */
export interface UnfixedCve extends Told {
  cve: string;
  /** The places where it is open. */
  in: readonly OpenIn[];
  /** Hosts of any of these places. */
  hosts: Uint32Array;
  /** Other hosts, which have only set-aside packages of all these sources; null: none. */
  aside: Uint32Array | null;
  /** Other hosts, of which nobody can tell; null: none. */
  unknown: Uint32Array | null;
  priority: number;
}

/** The CVEs that no source fixes yet, over all hosts of the fleet; `scopeBits` gives the part that a caller may see. */
export interface UnfixedView {
  /** A host's number is its index here. */
  hosts: readonly string[];
  numbers: ReadonlyMap<string, number>;
  cves: ReadonlyMap<string, UnfixedCve>;
  /** Hosts whose packages are known and whose release an imported file covers. */
  judged: Uint32Array;
  /** Those of `judged` whose agents tell no source packages. */
  guessed: Uint32Array;
}

export interface Unfixed {
  /** Null: not known, because no imported file tells it or the packages are not known. */
  view(): Promise<UnfixedView | null>;
  /** Forgets the view, unless somebody asked for it within ten minutes. */
  letGo(): void;
}

/** How long the view may lag behind what hosts have installed; an imported file counts at once. */
const STALE_MS = 30_000;
/** How often the releases of hosts are read again, even if no packages changed. */
const RENEW_MS = 600_000;
const IDLE_MS = 600_000;
const BLOCKS = 8;

interface Kept {
  key: string;
  revision: number;
  atMs: number;
  view: UnfixedView | null;
}

/**
 * The manager that keeps the lists of packages computes the view in its own memory, from the import's blocks by release
 * and source and from the sets of hosts that have the source installed; nothing is written for a host.
 */
export function createUnfixed(ctx: Context): Unfixed {
  let kept: Kept | null = null;
  let under: Promise<Kept> | null = null;
  /** What the imported files say, read once for each import. */
  let said: Said | null = null;
  let askedAtMs = 0;

  async function current(): Promise<Kept> {
    const packages = ctx.useIfOn('packages');
    const sets = await DataSetModel.query(ctx.db.reader).whereNotNull('import_id').orderBy('kind');
    const { set_aside: aside } = await ctx.settings.get(withoutFixSection);
    const imports = sets.map(({ kind, importId }) => `${kind} ${importId ?? ''}`).join(' ');
    const key = `${imports} ${aside.join(' ')}`;
    const atMs = ctx.clock.now().getTime();
    if (!packages || sets.length === 0) return { key, revision: -1, atMs, view: null };
    const age = kept ? atMs - kept.atMs : Infinity;
    if (kept?.key === key && age < STALE_MS) return kept;
    const revision = await packages.revision();
    if (kept?.key === key && kept.revision === revision && age < RENEW_MS) return kept;
    if (said?.key !== imports) said = await readSaid(ctx, imports, sets);
    const view = said.places ? await build(ctx, said, { packages, isAside: namedIn(aside) }) : null;
    return { key, revision, atMs, view };
  }
  return {
    async view() {
      askedAtMs = ctx.clock.now().getTime();
      under ??= current().finally(() => (under = null));
      kept = await under;
      return kept.view;
    },
    letGo() {
      if (under || ctx.clock.now().getTime() - askedAtMs < IDLE_MS) return;
      kept = null;
      said = null;
    },
  };
}

async function readSaid(ctx: Context, key: string, files: readonly DataSetModel[]): Promise<Said> {
  const rows = (await ctx.db
    .reader('exposure_data_blocks')
    .where('block', OPEN_INDEX)
    .whereIn(
      'import_id',
      files.map(({ importId }) => importId ?? ''),
    )
    .select('import_id', 'entries')) as { import_id: string; entries: string }[];
  const places = rows.flatMap(({ import_id: importId, entries }) =>
    Object.entries(JSON.parse(entries) as OpenIndex).map(
      ([release, [number, blocks]]) => [release, { importId, number, blocks }] as const,
    ),
  );
  return {
    key,
    places: rows.length === 0 ? null : new Map(places),
    releases: new Map(),
    scores: new Map(),
  };
}

interface Said {
  key: string;
  /**
   * Where each release has its blocks of open CVEs; null: no file was imported by a release of the manager that writes
   * them.
   */
  places: ReadonlyMap<string, { importId: string; number: number; blocks: number }> | null;
  releases: Map<string, OpenSources[]>;
  scores: Map<string, Told>;
}

interface Installed {
  packages: PackagesService;
  /** Whether the package is set aside: alone it does not make a host count for the CVEs of its source. */
  isAside: (packageName: string) => boolean;
}

async function build(ctx: Context, said: Said, { packages, isAside }: Installed): Promise<UnfixedView> {
  const osNames = await ctx.core.hosts.osNames();
  const named = new Map([...new Set(osNames.values())].map((osName) => [osName, releasesOf(osName)]));
  const orders = new Map<string, OpenRelease['order']>();
  for (const { order, releases } of [...named.values()].flatMap((one) => one ?? []))
    for (const release of releases) orders.set(release, order);
  // Hosts of one release of Debian may have packages of any other.
  if ([...orders.values()].includes('debian'))
    for (const release of DEBIAN_RELEASES) orders.set(release, 'debian');
  const blocks = new Map<string, OpenSources[]>();
  for (const release of orders.keys()) {
    const own = await releaseIn(ctx, said, release);
    if (own) blocks.set(release, own);
  }
  const sources = sourcesNamed([...blocks.values()].flat().flatMap((block) => Object.keys(block)));
  const fleet = await packages.sources((source) => sources.has(source), isAside);
  const releases = new Map<string, OpenRelease>();
  for (const [release, order] of orders) {
    const own = blocks.get(release);
    if (own) releases.set(release, { order, hosts: bitsFor(fleet.hosts.length), blocks: own });
  }
  const judged = bitsFor(fleet.hosts.length);
  for (const [number, id] of fleet.hosts.entries())
    for (const release of named.get(osNames.get(id) ?? null)?.releases ?? []) {
      const known = releases.get(release);
      if (!known) continue;
      addBit(known.hosts, number);
      addBit(judged, number);
    }
  const found = await work.inTurns(openIn(fleet.versions, releases));
  const { scores } = said;
  const missing = [...found.keys()].filter((cve) => !scores.has(cve));
  for (const [cve, told] of await scoresOf(ctx.db.reader, missing)) scores.set(cve, told);
  const cves = await work.inTurns(scored(found, scores));
  const numbers = new Map(fleet.hosts.map((id, number) => [id, number]));
  const guessed = bitsFor(fleet.hosts.length);
  for (const number of fleet.untold) if (hasBit(judged, number)) addBit(guessed, number);
  return { hosts: fleet.hosts, numbers, cves, judged, guessed };
}

/** What is open in a release; null: no file covers it. */
async function releaseIn(
  ctx: Context,
  { places, releases }: Said,
  release: string,
): Promise<OpenSources[] | null> {
  const known = releases.get(release);
  if (known) return known;
  const place = places?.get(release);
  if (!place) return null;
  const { importId, number } = place;
  const names = Array.from({ length: place.blocks }, (_, nth) => openBlock(number, nth));
  const blocks: OpenSources[] = [];
  for (let from = 0; from < names.length; from += BLOCKS) {
    const rows = (await ctx.db
      .reader('exposure_data_blocks')
      .where('import_id', importId)
      .whereIn('block', names.slice(from, from + BLOCKS))
      .select('entries')) as { entries: string }[];
    blocks.push(...rows.map(({ entries }) => JSON.parse(entries) as OpenSources));
  }
  releases.set(release, blocks);
  return blocks;
}

function* scored(
  found: ReadonlyMap<string, OpenIn[]>,
  scores: ReadonlyMap<string, Told>,
): Generator<void, Map<string, UnfixedCve>> {
  const cves = new Map<string, UnfixedCve>();
  for (const [cve, places] of found) {
    cves.set(cve, unfixedOf(cve, places, scores.get(cve)));
    yield;
  }
  return cves;
}

function unfixedOf(cve: string, places: readonly OpenIn[], told: Told | undefined): UnfixedCve {
  const [first] = places;
  const hosts = places.length === 1 && first ? first.hosts : new Uint32Array(first?.hosts.length ?? 0);
  if (places.length > 1) for (const place of places) merge(hosts, place.hosts);
  const score = told?.score ?? NOTHING;
  const severityRank = Math.max(told?.severityRank ?? 0, ...places.map((place) => place.severityRank));
  return {
    cve,
    in: places,
    hosts,
    aside: besides(hosts, places, 'aside'),
    unknown: besides(hosts, places, 'unknown'),
    score,
    severityRank,
    priority: priorityOf({ ...score, severityRank }),
  };
}

/** Hosts that stand so in some place and are affected in none. */
function besides(
  hosts: Uint32Array,
  places: readonly OpenIn[],
  standing: 'aside' | 'unknown',
): Uint32Array | null {
  const [first, ...others] = places.flatMap(({ [standing]: own }) => own ?? []);
  if (!first || places.length === 1) return first ?? null;
  const found = first.slice();
  for (const one of others) merge(found, one);
  subtract(found, hosts);
  return found;
}

/** The hosts of the scope; undefined: all. */
export async function scopeBits(
  ctx: Context,
  view: UnfixedView,
  scope: HostScope,
): Promise<Uint32Array | undefined> {
  const inScope = await ctx.core.hosts.idsIn(scope);
  if (!inScope) return undefined;
  const bits = bitsFor(view.hosts.length);
  for (const { id } of (await inScope(ctx.db.reader)) as { id: string }[]) {
    const number = view.numbers.get(id);
    if (number !== undefined) addBit(bits, number);
  }
  return bits;
}
