import type { Context, HostScope } from '../../../server/plugin.ts';
import type { PackagesService } from '../../packages/api.ts';
import { addBit, bitsFor, hasBit, merge } from '../domain/bits.ts';
import { releaseOf, sourcesNamed } from '../domain/debian.ts';
import { OPEN_INDEX, openBlock, type OpenIndex, type OpenSources } from '../domain/openEntries.ts';
import { priorityOf } from '../domain/rank.ts';
import { openIn, type OpenIn, type OpenRelease } from '../domain/unfixed.ts';
import { DataSetModel } from '../models.ts';
import { NOTHING, scoresOf, type Told } from './scores.ts';

/** A CVE that no source mends yet on these hosts. */
export interface UnfixedCve extends Told {
  cve: string;
  /** Whether hosts have it is told by these. */
  in: readonly OpenIn[];
  /** On any of them. */
  hosts: Uint32Array;
  priority: number;
}

/** What no source mends yet, over all hosts of the fleet: a caller's are cut out of it by `scopeBits`. */
export interface UnfixedView {
  /** A host's number is its place here. */
  hosts: readonly string[];
  numbers: ReadonlyMap<string, number>;
  cves: ReadonlyMap<string, UnfixedCve>;
  /** Hosts of a release that the imported file knows, whose packages are known. */
  judged: Uint32Array;
  /** Of them those whose agents tell no source packages. */
  guessed: Uint32Array;
}

export interface Unfixed {
  /** Null: it is not known, for want of an imported file that says it, or of the packages. */
  view(): Promise<UnfixedView | null>;
}

/** So long the view may be behind what hosts have installed; an imported file counts at once. */
const STALE_MS = 30_000;
/** Which release a host is of is looked at again so often, whatever its packages. */
const RENEW_MS = 600_000;
const BLOCKS = 8;

interface Kept {
  key: string;
  revision: number;
  atMs: number;
  view: UnfixedView | null;
}

/**
 * Counted in memory, on each manager for itself, from what the import keeps by release and source and from the sets of
 * hosts that have the source installed: nothing of it is written for a host.
 */
export function createUnfixed(ctx: Context): Unfixed {
  let kept: Kept | null = null;
  let under: Promise<Kept> | null = null;
  /** What the imported files say, read once for each import. */
  let said: Said | null = null;

  async function current(): Promise<Kept> {
    const packages = ctx.useIfOn('packages');
    const sets = await DataSetModel.query(ctx.db.reader).whereNotNull('import_id').orderBy('kind');
    const tracker = sets.find(({ kind }) => kind === 'debian-tracker');
    const key = sets.map(({ kind, importId }) => `${kind} ${importId ?? ''}`).join(' ');
    const atMs = ctx.clock.now().getTime();
    if (!packages || !tracker?.importId) return { key, revision: -1, atMs, view: null };
    const age = kept ? atMs - kept.atMs : Infinity;
    if (kept?.key === key && age < STALE_MS) return kept;
    const revision = await packages.revision();
    if (kept?.key === key && kept.revision === revision && age < RENEW_MS) return kept;
    const { importId } = tracker;
    if (said?.key !== key) {
      const index = await readIndex(ctx, importId);
      said = { ...{ key, importId, index }, ...{ releases: new Map(), scores: new Map() } };
    }
    return { key, revision, atMs, view: said.index && (await build(ctx, said, packages)) };
  }
  return {
    async view() {
      under ??= current().finally(() => (under = null));
      kept = await under;
      return kept.view;
    },
  };
}

async function readIndex(ctx: Context, importId: string): Promise<OpenIndex | null> {
  const row = (await ctx.db
    .reader('exposure_data_blocks')
    .where({ import_id: importId, block: OPEN_INDEX })
    .first('entries')) as { entries: string } | undefined;
  return row ? (JSON.parse(row.entries) as OpenIndex) : null;
}

interface Said {
  key: string;
  importId: string;
  /** Null: the file was imported by a release that did not keep what is open. */
  index: OpenIndex | null;
  releases: Map<string, OpenSources[]>;
  scores: Map<string, Told>;
}

async function build(ctx: Context, said: Said, packages: PackagesService): Promise<UnfixedView> {
  const osNames = await ctx.core.hosts.osNames();
  const blocks = new Map<string, OpenSources[]>();
  for (const release of new Set([...osNames.values()].flatMap((osName) => releaseOf({ osName }) ?? []))) {
    const own = await releaseIn(ctx, said, release);
    if (own) blocks.set(release, own);
  }
  const sources = sourcesNamed([...blocks.values()].flat().flatMap((block) => Object.keys(block)));
  const fleet = await packages.sources((source) => sources.has(source));
  const releases = new Map<string, OpenRelease>(
    [...blocks].map(([release, own]) => [release, { hosts: bitsFor(fleet.hosts.length), blocks: own }]),
  );
  const judged = bitsFor(fleet.hosts.length);
  for (const [number, id] of fleet.hosts.entries()) {
    const release = releases.get(releaseOf({ osName: osNames.get(id) ?? null }) ?? '');
    if (!release) continue;
    addBit(release.hosts, number);
    addBit(judged, number);
  }
  const found = openIn(fleet.versions, releases);
  const { scores } = said;
  const missing = [...found.keys()].filter((cve) => !scores.has(cve));
  for (const [cve, told] of await scoresOf(ctx.db.reader, missing)) scores.set(cve, told);
  const cves = new Map<string, UnfixedCve>();
  for (const [cve, places] of found) cves.set(cve, unfixedOf(cve, places, scores.get(cve)));
  const numbers = new Map(fleet.hosts.map((id, number) => [id, number]));
  const guessed = bitsFor(fleet.hosts.length);
  for (const number of fleet.untold) if (hasBit(judged, number)) addBit(guessed, number);
  return { hosts: fleet.hosts, numbers, cves, judged, guessed };
}

/** Null: the file does not know the release. */
async function releaseIn(
  ctx: Context,
  { importId, index, releases }: Said,
  release: string,
): Promise<OpenSources[] | null> {
  const known = releases.get(release);
  if (known) return known;
  // A host may call its release anything.
  const at = index && Object.hasOwn(index, release) ? index[release] : undefined;
  if (!at) return null;
  const [number, count] = at;
  const names = Array.from({ length: count }, (_, nth) => openBlock(number, nth));
  const blocks: OpenSources[] = [];
  for (let from = 0; from < count; from += BLOCKS) {
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

function unfixedOf(cve: string, places: readonly OpenIn[], told: Told | undefined): UnfixedCve {
  const [first] = places;
  const hosts = places.length === 1 && first ? first.hosts : new Uint32Array(first?.hosts.length ?? 0);
  if (places.length > 1) for (const place of places) merge(hosts, place.hosts);
  const score = told?.score ?? NOTHING;
  const severityRank = Math.max(told?.severityRank ?? 0, ...places.map((place) => place.severityRank));
  return { cve, in: places, hosts, score, severityRank, priority: priorityOf({ ...score, severityRank }) };
}

/** The hosts of the scope; null: all. */
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
