import type { Knex } from 'knex';
import { type Context, type HostScope, paging, scopeWithin } from '#sdk';
import { differencesBetween, type Difference } from '../domain/difference.ts';
import { byPlace, type Entry } from '../domain/list.ts';
import type { FleetIndex } from '../index/fleetIndex.ts';
import type { IndexedList } from '../index/segment.ts';
import { listDifferences, listNames } from '../index/names.ts';
import { versionsOf } from '../index/packageVersions.ts';
import { compareIn } from '../index/rowsOfName.ts';
import { entriesIn, viewOf, type EntryFilter, type HostsInView } from '../index/view.ts';
import type { HostRow } from '../models.ts';

export interface Reads {
  ctx: Context;
  index: FleetIndex;
}

/** On how many hosts an answer rests. */
export interface Coverage {
  hostsTotal: number;
  hostsKnown: number;
  hostsFailing: number;
}

/** How old a host's list is; `row` is null before the first reading. */
export interface ListState {
  hostId: string;
  row: HostRow | null;
}

/** The exact name of a package, beside what the index looks for. */
type NamedFilter = EntryFilter & { name?: string };

/** Cursors of lists that are not ordered by an id carry this one. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
export const DEFAULT_LIMIT = 50;
/** The most versions in one answer. */
const MOST_VERSIONS = 500;

/** Where a page begins, by the text that the page before ended with. */
function afterOf({ sort, cursor = null }: paging.Query): string | null {
  if (cursor === null) return null;
  const { value } = paging.readCursor(cursor, { sort });
  return value === null ? null : String(value);
}
const behind = (sort: string, value: string | null): string | null =>
  value === null ? null : paging.writeCursor({ sort }, value, NO_ID);

/** The hosts of the scope, and of the group. Throws GROUP_NOT_FOUND. */
export async function scopeWith(
  ctx: Context,
  scope: HostScope,
  groupId: string | undefined,
): Promise<HostScope> {
  if (groupId === undefined) return scope;
  await ctx.core.hosts.requireGroup(groupId, scope);
  return scopeWithin(scope, { groupIds: [groupId] });
}

/** Refreshes the index, and tells which hosts count. */
export async function hostsInView({ ctx, index }: Reads, scope: HostScope): Promise<HostsInView> {
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const ids = inScope && ((await inScope(reader).pluck('id')) as string[]);
  await index.refresh();
  return ids && new Set(ids.filter((id) => index.hosts.has(id)));
}

/** The same, and tells on how many hosts the answer rests. */
export async function lookAt(
  { ctx, index }: Reads,
  scope: HostScope,
): Promise<{ inView: HostsInView; coverage: Coverage }> {
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  if (!inScope) {
    const count = async (of: object): Promise<number> => {
      const row = (await reader('packages_hosts').where(of).count({ total: '*' }).first()) as Counted;
      return Number(row?.total ?? 0);
    };
    const hostsFailing = await count({ live: 1, lane: 1 });
    const hostsTotal = await count({ live: 1 });
    await index.refresh();
    return { inView: null, coverage: { hostsTotal, hostsKnown: index.hosts.size, hostsFailing } };
  }
  // For a group only ids are read: hosts that fail and hosts without a list are few, so all of them are read.
  const ids = (await inScope(reader).pluck('id')) as string[];
  const idsOf = async (query: Knex.QueryBuilder): Promise<ReadonlySet<string>> =>
    new Set((await query.pluck('host_id')) as string[]);
  const failing = await idsOf(reader('packages_hosts').where({ live: 1, lane: 1 }));
  const unknown = await idsOf(reader('packages_hosts').where('live', 1).whereNull('list_id'));
  await index.refresh();
  const inView = new Set<string>();
  const coverage = { hostsTotal: 0, hostsKnown: 0, hostsFailing: 0 };
  for (const id of ids) {
    if (failing.has(id)) coverage.hostsFailing += 1;
    if (index.hosts.has(id)) {
      inView.add(id);
      coverage.hostsKnown += 1;
      coverage.hostsTotal += 1;
    } else if (unknown.has(id)) coverage.hostsTotal += 1;
  }
  return { inView, coverage };
}
type Counted = { total: number | string } | undefined;

export async function listFleetPackages(
  reads: Reads,
  {
    groupId,
    sort,
    cursor,
    limit = DEFAULT_LIMIT,
    ...filter
  }: NamedFilter & paging.Query & { groupId?: string },
  scope: HostScope,
) {
  const after = afterOf({ sort, cursor });
  const { inView, coverage } = await lookAt(reads, await scopeWith(reads.ctx, scope, groupId));
  const isUp = sort === 'name';
  const page = listNames(reads.index, viewOf(reads.index, inView), { filter, after, isUp, limit });
  return { ...page, nextCursor: behind(sort, page.next), coverage };
}

export async function listPackageVersions(
  reads: Reads,
  { name, groupId, ...query }: paging.Query & { name: string; groupId?: string },
  scope: HostScope,
) {
  const { inView, coverage } = await lookAt(reads, await scopeWith(reads.ctx, scope, groupId));
  const { hosts, versions } = versionsOf(reads.index, inView, name);
  // Versions are in no order that a cursor could tell: that of the list counts, from the lowest on.
  const places = new Map(versions.toReversed().map((one, place) => [one, place]));
  const page = paging.pageIn(versions, { limit: MOST_VERSIONS, ...query }, (one) => [
    places.get(one) ?? 0,
    '',
  ]);
  return { name, hosts, ...page, coverage };
}

export async function listGroupDifferences(
  reads: Reads,
  {
    groupId,
    search,
    name,
    sort,
    cursor,
    limit = DEFAULT_LIMIT,
  }: paging.Query & { groupId: string; search?: string; name?: string },
  scope: HostScope,
) {
  const after = afterOf({ sort, cursor });
  const { inView, coverage } = await lookAt(reads, await scopeWith(reads.ctx, scope, groupId));
  const view = viewOf(reads.index, inView);
  const asked = { search, name, after, isUp: sort === 'name', limit };
  const page = listDifferences(reads.index, view, asked);
  return { ...page, nextCursor: behind(sort, page.next), coverage };
}

/** Throws HOST_NOT_FOUND. */
export async function listHostPackages(
  reads: Reads,
  { hostId, sort, cursor, limit, ...filter }: NamedFilter & paging.Query & { hostId: string },
  scope: HostScope,
) {
  await reads.ctx.core.hosts.require(hostId, scope);
  const { list, state } = await listOf(reads, hostId);
  const fits = fittingEntry(filter);
  const all = list ? entriesIn(reads.index, reads.index.segments.of(list)).filter(fits) : [];
  const { rows, ...page } = paging.pageIn(all, { sort, cursor, limit }, (entry) => [placeOf(entry), '']);
  return { packages: rows, ...page, state };
}

/** Sorts as `byPlace` does: a blank comes before all that names and versions consist of. */
const placeOf = ({ name, arch, version }: Entry): string => `${name} ${arch} ${version}`;

function fittingEntry({ search, name, origin, held, pending }: NamedFilter): (entry: Entry) => boolean {
  const part = search?.toLowerCase();
  return (entry) =>
    (name === undefined || entry.name === name) &&
    (part === undefined || entry.name.toLowerCase().includes(part)) &&
    (origin === undefined || (entry.origin ?? '') === origin) &&
    (held === undefined || entry.held === held) &&
    (pending === undefined || (entry.available !== null) === pending);
}

/** Throws HOST_NOT_FOUND, for either. */
export async function compareHosts(
  reads: Reads,
  {
    hostId,
    otherId,
    search,
    name: exact,
    ...query
  }: paging.Query & { hostId: string; otherId: string; search?: string; name?: string },
  scope: HostScope,
) {
  const { hosts } = reads.ctx.core;
  await hosts.require(hostId, scope);
  await hosts.require(otherId, scope);
  const [here, there] = [await listOf(reads, hostId), await listOf(reads, otherId)];
  const part = search?.toLowerCase();
  const all = differencesOf(reads.index, here.list, there.list).filter(
    ({ name }) =>
      (part === undefined || name.toLowerCase().includes(part)) && (exact === undefined || name === exact),
  );
  const { rows, ...page } = paging.pageIn(all, query, (one) => [pairOf(one), '']);
  const order = here.list?.order === there.list?.order ? (here.list?.order ?? 'none') : 'none';
  const compare = compareIn(order);
  const newerOf = ({ here: [a], there: [b] }: Difference): 'here' | 'there' | null => {
    if (!compare || a === undefined || b === undefined) return null;
    const difference = compare(a, b);
    return difference === 0 ? null : difference > 0 ? 'here' : 'there';
  };
  return {
    differences: rows.map((one) => ({ ...one, newer: newerOf(one) })),
    ...page,
    onlyHere: all.filter((one) => one.there.length === 0).length,
    onlyThere: all.filter((one) => one.here.length === 0).length,
    here: here.state,
    there: there.state,
  };
}

const pairOf = ({ name, arch }: Difference): string => `${name} ${arch}`;

function differencesOf(
  index: FleetIndex,
  here: IndexedList | undefined,
  there: IndexedList | undefined,
): Difference[] {
  if (here === there) return [];
  const of = (list: IndexedList | undefined) => new Set(list ? index.segments.of(list) : []);
  const [a, b] = [of(here), of(there)];
  return differencesBetween(
    entriesIn(index, a.difference(b)).sort(byPlace),
    entriesIn(index, b.difference(a)).sort(byPlace),
  );
}

/** What the index has of a host, and how old it is. */
async function listOf(
  { ctx, index }: Reads,
  hostId: string,
): Promise<{ list: IndexedList | undefined; state: ListState }> {
  const state = (await statesOf(ctx, [hostId])).get(hostId) ?? { hostId, row: null };
  await index.refresh();
  return { list: index.hosts.get(hostId), state };
}

export async function statesOf(ctx: Context, hostIds: readonly string[]): Promise<Map<string, ListState>> {
  if (hostIds.length === 0) return new Map();
  const rows = (await ctx.db.reader('packages_hosts').whereIn('host_id', [...hostIds])) as HostRow[];
  return new Map(rows.map((row) => [row.host_id, { hostId: row.host_id, row }]));
}
