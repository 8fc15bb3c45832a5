import { type Context, type HostScope, paging } from '#sdk';
import type { Decision } from '../api.ts';
import { countBits, hasBit, merge } from '../domain/bits.ts';
import { sourcesNamed } from '../domain/debian.ts';
import { rankOf } from '../domain/rank.ts';
import type { OpenIn } from '../domain/unfixed.ts';
import type { CveQuery, SeenCve } from './cves.ts';
import { scopeBits, type Unfixed, type UnfixedCve, type UnfixedView } from './unfixed.ts';

/** Where a CVE is open without a fix, as one viewer sees it. */
export interface WithoutFix {
  hosts: number;
  /** Other hosts, which have only set-aside packages of its sources. */
  hostsSetAside: number;
  /** Other hosts, of which nobody can tell. */
  hostsUnknown: number;
  sources: { source: string; release: string; decision: Decision }[];
}

/** The CVEs that no source fixes yet, limited to the hosts of a viewer. */
export interface UnfixedSight {
  view: UnfixedView;
  /** Undefined: all. */
  scope: Uint32Array | undefined;
}

const MAX_SOURCES = 20;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What the caller may see; null: not known. */
export async function sightOf(
  ctx: Context,
  unfixed: Unfixed,
  scope: HostScope,
): Promise<UnfixedSight | null> {
  const view = await unfixed.view();
  return view && { view, scope: await scopeBits(ctx, view, scope) };
}

export const hostsIn = ({ hosts }: { hosts: Uint32Array }, { scope }: UnfixedSight): number =>
  countBits(hosts, scope);

/** How many hosts in sight do not count, because they have only set-aside packages. */
const asideIn = ({ aside }: { aside: Uint32Array | null }, { scope }: UnfixedSight): number =>
  aside ? countBits(aside, scope) : 0;

/** Of how many hosts in sight it is not known. */
const unknownIn = ({ unknown }: Pick<OpenIn, 'unknown'>, { scope }: UnfixedSight): number =>
  unknown ? countBits(unknown, scope) : 0;

/** Whether anything is to be said of hosts in sight. */
export const isSeen = (place: Pick<OpenIn, 'hosts' | 'aside' | 'unknown'>, sight: UnfixedSight): boolean =>
  hostsIn(place, sight) > 0 || asideIn(place, sight) > 0 || unknownIn(place, sight) > 0;

/** Where a CVE is open without a fix; zeros if nowhere. */
export function withoutFix(sight: UnfixedSight, cve: string): WithoutFix {
  const found = sight.view.cves.get(cve);
  if (!found) return { hosts: 0, hostsSetAside: 0, hostsUnknown: 0, sources: [] };
  const sources = found.in
    .filter((place) => isSeen(place, sight))
    .map(({ source, release, decision }) => ({ source, release, decision }));
  return {
    hosts: hostsIn(found, sight),
    hostsSetAside: asideIn(found, sight),
    hostsUnknown: unknownIn(found, sight),
    sources: sources.slice(0, MAX_SOURCES),
  };
}

/** A CVE without a fix in the shape of the others: a patch fixes it on no host. */
export const unfixedToSeen = ({ cve, score, severityRank, priority }: UnfixedCve): SeenCve => ({
  id: NO_ID,
  cve,
  severityRank,
  priority,
  ...score,
  hostsOpen: 0,
  firstSeenAt: null,
  packages: [],
});

/** One page of the CVEs without a fix. Throws VALIDATION_FAILED for a cursor of another list. */
export function listUnfixed(
  sight: UnfixedSight,
  { search, states, severity, exploited, hostId, names, ...page }: CveQuery,
): { cves: UnfixedCve[]; total: number; setAside: number; unknown: number; nextCursor: string | null } {
  // It is not recorded since when a CVE has had no fix, or when it got one: there are no closed ones to list.
  const isAny = states.includes('open');
  const part = search?.toLowerCase();
  const host = hostId === undefined ? undefined : sight.view.numbers.get(hostId);
  const only = names && new Set(names);
  const isAsked = (one: UnfixedCve): boolean =>
    (only === undefined || only.has(one.cve)) &&
    (severity === undefined || one.severityRank === rankOf(severity)) &&
    (exploited === undefined || one.score.exploited === exploited) &&
    (part === undefined || isNamed(one, part, sight));
  const isOnHost = (bits: Uint32Array | null): boolean =>
    host !== undefined && bits !== null && hasBit(bits, host);
  const isHere = (one: UnfixedCve): boolean =>
    hostId === undefined ? hostsIn(one, sight) > 0 : isOnHost(one.hosts);
  const isAside = (one: UnfixedCve): boolean =>
    hostId === undefined ? asideIn(one, sight) > 0 : isOnHost(one.aside);
  const isUnknown = (one: UnfixedCve): boolean =>
    hostId === undefined ? unknownIn(one, sight) > 0 : isOnHost(one.unknown);
  const asked = isAny ? [...sight.view.cves.values()].filter(isAsked) : [];
  const all = asked.filter(isHere);
  const { rows: cves, ...more } = paging.pageIn(all, { ...page, list: 'unfixed' }, (one) => [
    valueOf(one, page.sort, sight),
    one.cve,
  ]);
  return {
    cves,
    ...more,
    setAside: asked.filter((one) => isAside(one) && !isHere(one)).length,
    unknown: asked.filter((one) => isUnknown(one) && !isHere(one)).length,
  };
}

/** Of those that are equal here the names decide; since when one has no fix is not known. */
function valueOf(one: UnfixedCve, sort: string, sight: UnfixedSight): number | null {
  switch (sort.replace('-', '')) {
    case 'priority':
      return one.priority;
    case 'hosts_open':
      return hostsIn(one, sight);
    case 'epss':
      return one.score.epss;
    default:
      return null;
  }
}

/** Whether the name of the CVE, or of one of its sources on hosts in sight, contains the text. */
const isNamed = ({ cve, in: places }: UnfixedCve, part: string, sight: UnfixedSight): boolean =>
  cve.toLowerCase().includes(part) ||
  places.some((place) => place.source.includes(part) && isSeen(place, sight));

export interface UnfixedHost {
  hostId: string;
  /** The packages there that were built from the sources, by name. */
  packages: string[];
}

/** The hosts on which a CVE is open without a fix, by their ids. Throws CVE_NOT_FOUND. */
export async function listUnfixedHosts(
  ctx: Context,
  sight: UnfixedSight,
  { cve, ...query }: paging.Query & { cve: string },
): Promise<{ hosts: UnfixedHost[]; total: number; nextCursor: string | null }> {
  const found = sight.view.cves.get(cve);
  if (!found) return { hosts: [], total: 0, nextCursor: null };
  const ids = sight.view.hosts.filter(
    (_id, number) => hasBit(found.hosts, number) && (!sight.scope || hasBit(sight.scope, number)),
  );
  const { rows: page, ...more } = paging.pageIn(ids, { ...query, sort: 'state', list: 'unfixed' }, (id) => [
    null,
    id,
  ]);
  const sources = sourcesNamed(found.in.map(({ source }) => source));
  const installed = await ctx.useIfOn('packages')?.ofSources(page, (source) => sources.has(source));
  return {
    hosts: page.map((hostId) => ({
      hostId,
      packages: [...new Set((installed?.get(hostId) ?? []).map(({ name }) => name))],
    })),
    ...more,
  };
}

export interface UnfixedFigures {
  cvesOpen: number;
  exploitedOpen: number;
  hostsAffected: number;
  hostsJudged: number;
  hostsGuessed: number;
}

export function unfixedFigures(sight: UnfixedSight): UnfixedFigures {
  const { view, scope } = sight;
  let [cvesOpen, exploitedOpen] = [0, 0];
  const affected = new Uint32Array(view.judged.length);
  for (const one of view.cves.values()) {
    if (hostsIn(one, sight) === 0) continue;
    cvesOpen += 1;
    if (one.score.exploited) exploitedOpen += 1;
    merge(affected, one.hosts);
  }
  return {
    cvesOpen,
    exploitedOpen,
    hostsAffected: countBits(affected, scope),
    hostsJudged: countBits(view.judged, scope),
    hostsGuessed: countBits(view.guessed, scope),
  };
}
