import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { ts, type Database } from '#server/kernel/db/database.ts';
import type { ChosenFields } from '#server/kernel/http/fields.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type {
  GroupRule,
  Host,
  HostFilter,
  HostIds,
  HostNameRow,
  HostSort,
  HostTarget,
  LastPatched,
  NamesQuery,
  SecurityAge,
} from '../api.ts';
import { MACHINE_ID_MARK } from '../domain.ts';
import { ageSpan } from '../exposure.ts';
import { visibleGroups } from './groupHosts.ts';
import { idsInScope, idsOfGroups, idsOfRule, membershipsOf } from './groupSql.ts';
import { applyKeyset } from '#server/kernel/db/keyset.ts';
import { rankOf } from '../severity.ts';
import { pageIn } from '#server/kernel/db/listPage.ts';
import { cursorBehind, indexOf, type Key, type Order, orderOf, positionOf } from './paging.ts';
import { getHosts, visibleIds } from './queries.ts';

export interface HostPage {
  hosts: Host[];
  total: number;
  nextCursor: string | null;
}

export interface HostListQuery extends HostFilter {
  sort?: HostSort;
  cursor?: string;
  limit?: number;
  fields?: ChosenFields;
}

/** Limits besides the filter's columns: scope, groups, a rule. A host must be in every set. */
type Sets = readonly HostIds[];

/** Up to this many matches are sorted in memory; more are so dense that the sort order's index finds a page quickly. */
const FEW = 1_000;

/**
 * One page: first its keys from an index, then only the rows that are shown. `rule` narrows it to the hosts for which
 * the rule holds. An unknown group holds no host.
 */
export async function listHosts(
  ctx: Context,
  { rule, fields, sort = 'fqdn', limit = 50, ...query }: HostListQuery & { rule?: GroupRule },
  scope: HostScope,
): Promise<HostPage> {
  const order = orderOf(sort);
  const sets = await setsOf(ctx, query, scope);
  if (rule) sets.push(idsOfRule(rule));
  const list: ListQuery = { ...query, order, limit, sets };
  const { keys, total } = (await fewKeys(ctx, list)) ?? (await manyKeys(ctx, list));
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  const hosts = await getHosts(
    ctx.db.reader,
    page.map(({ id }) => id),
    fields,
  );
  const byId = new Map(hosts.map((host) => [host.id, host]));
  return {
    hosts: page.flatMap(({ id }) => byId.get(id) ?? []),
    total,
    nextCursor: keys.length > limit && last ? cursorBehind(order, last) : null,
  };
}

interface ListQuery extends HostFilter {
  cursor?: string;
  order: Order;
  limit: number;
  sets: Sets;
}

interface Keys {
  keys: Key[];
  total: number;
}

/** The sets for the scope and for the filter's group and age. */
async function setsOf(
  { db: { reader }, clock }: Context,
  { groupId, securityAge, lastPatched }: HostFilter,
  scope: HostScope,
): Promise<HostIds[]> {
  const inScope = await idsInScope(reader, scope);
  const sets = inScope ? [inScope] : [];
  if (groupId !== undefined) sets.push(idsOfGroups(await membershipsOf(reader, [groupId])));
  if (securityAge !== undefined) sets.push(idsOfAge(securityAge, clock.now()));
  if (lastPatched !== undefined) sets.push(idsOfLastPatched(lastPatched, clock.now()));
  return sets;
}

function idsOfAge(age: SecurityAge, now: Date): HostIds {
  if (age === 'not_recorded')
    return (knex) =>
      knex('hosts_hosts').select('id').where('patches_security', '>', 0).whereNull('security_since');
  const { from, to } = ageSpan(age, now);
  return (knex) =>
    knex('hosts_hosts')
      .select('id')
      .where('security_since', '>', ts(from))
      .where('security_since', '<=', ts(to));
}

function idsOfLastPatched(last: LastPatched, now: Date): HostIds {
  if (last === 'never') return (knex) => knex('hosts_hosts').select('id').whereNull('last_patched_at');
  const { from, to } = ageSpan(last, now);
  return (knex) =>
    knex('hosts_hosts')
      .select('id')
      .where('last_patched_at', '>', ts(from))
      .where('last_patched_at', '<=', ts(to));
}

/** The keys of all matches in one scan if there are few; null if there are more, or nothing is filtered. */
async function fewKeys({ db }: Context, query: ListQuery): Promise<Keys | null> {
  const { cursor, order, sets, limit, ...filter } = query;
  if (sets.length === 0 && Object.values(filter).every((value) => value === undefined)) return null;
  const tag = onlyTagOf(query);
  if (tag !== null && (await countTagged(db.reader, tag, FEW + 1)) > FEW) return null;
  const matches = fromHosts(db, filter.search === undefined ? null : SEARCH_INDEX)
    .select('id', order.column)
    .limit(FEW + 1);
  applyFilter(matches, filter, sets, db.reader);
  const keys = (await matches) as Key[];
  if (keys.length > FEW) return null;
  const page = { sort: order.sort, cursor, limit: limit + 1 };
  return { keys: pageIn(keys, page, (key) => [positionOf(order, key), key.id]).rows, total: keys.length };
}

async function manyKeys({ db }: Context, query: ListQuery): Promise<Keys> {
  const { order, limit, sets, cursor } = query;
  const keys = fromHosts(db, indexOf(order))
    .select('id', order.column)
    .limit(limit + 1);
  const { tag, ...filter } = query;
  applyFilter(keys, filter, sets, db.reader);
  // So many hosts have it that a page is found after few of them; as a set, all of its hosts would be read first.
  if (tag !== undefined) keys.whereExists(tagOfHost(db.reader, tag));
  applyKeyset(keys, order, cursor);
  return { keys: (await keys) as Key[], total: await countHosts(db, query) };
}

const tagOfHost = (knex: Knex, tag: string): Knex.QueryBuilder =>
  knex('hosts_tags')
    .select('host_id')
    .where('tag', tag)
    .whereRaw('?? = ??', ['hosts_tags.host_id', 'hosts_hosts.id']);

/** The tag that is asked for if nothing else is; null: something else, or no tag. */
function onlyTagOf({ order: _o, cursor: _c, limit: _l, sets, tag, ...rest }: ListQuery): string | null {
  const isAlone = sets.length === 0 && Object.values(rest).every((value) => value === undefined);
  return isAlone ? (tag ?? null) : null;
}

/** How many hosts have the tag; tags are deleted with their host, so the hosts need not be checked. */
async function countTagged(reader: Knex, tag: string, most = Number.MAX_SAFE_INTEGER): Promise<number> {
  const rows = reader('hosts_tags').select('host_id').where('tag', tag).limit(most);
  const row = (await reader.from(rows.as('some')).count({ total: '*' }).first()) as
    | { total: number | string }
    | undefined;
  return Number(row?.total ?? 0);
}

async function countHosts(db: Database, query: ListQuery): Promise<number> {
  const tag = onlyTagOf(query);
  if (tag !== null) return countTagged(db.reader, tag);
  const { order: _o, cursor: _c, limit: _l, sets, ...filter } = query;
  const counted = fromHosts(db, filter.search === undefined ? null : SEARCH_INDEX);
  applyFilter(counted, filter, sets, db.reader);
  const row = (await counted.count({ total: '*' }).first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

export const SEARCH_INDEX = 'hosts_by_search_text';

/**
 * A query of the hosts with a forced index: neither database knows how dense the matches are, and with the wrong
 * index it would fetch every row, or sort them all.
 */
export function fromHosts({ reader, dialect }: Database, index: string | null): Knex.QueryBuilder {
  if (index === null) return reader('hosts_hosts');
  const hint = dialect === 'sqlite' ? 'hosts_hosts indexed by ??' : 'hosts_hosts force index (??)';
  return reader.from(reader.raw(hint, [index]) as unknown as string);
}

/** A shorter one begins by chance: of ten thousand machine ids forty begin with `db`. */
const SHORTEST_MACHINE_ID = 8;

/**
 * Limits a query to hosts whose name or address contains the text, in any case. A machine id is found by its beginning
 * alone: nobody who looks for `db` means the one in the middle of 32 digits.
 */
export function whereFound(query: Knex.QueryBuilder, text: string): void {
  const part = text.toLowerCase();
  const inNames = 'instr(search_text, ?) between 1 and instr(search_text, ?)';
  if (part.length < SHORTEST_MACHINE_ID) return void query.whereRaw(inNames, [part, MACHINE_ID_MARK]);
  const values = [part, MACHINE_ID_MARK, MACHINE_ID_MARK + part];
  query.whereRaw(`(${inNames} or instr(search_text, ?) > 0)`, values);
}

/** Columns come from a closed list; values are bound. The filter's group is one of the sets. */
function applyFilter(query: Knex.QueryBuilder, filter: HostFilter, sets: Sets, knex: Knex): void {
  query.where('live', 1);
  for (const ids of sets) query.whereIn('id', ids(knex));
  if (filter.search !== undefined) whereFound(query, filter.search);
  if (filter.healthStatus !== undefined) query.where('health_status', filter.healthStatus);
  if (filter.osFamily !== undefined) query.where('os_family', filter.osFamily);
  if (filter.osName !== undefined) query.where('os_name', filter.osName);
  if (filter.agentVersion !== undefined) query.where('agent_version', filter.agentVersion);
  if (filter.connection !== undefined) query.where('connection', filter.connection);
  if (filter.maintenanceMode !== undefined) query.where('maintenance_mode', filter.maintenanceMode ? 1 : 0);
  if (filter.hasProblems === true) query.where('problems_total', '>', 0);
  if (filter.hasProblems === false) query.where('problems_total', 0);
  if (filter.minSeverity !== undefined) query.where('severity_rank', '>=', rankOf(filter.minSeverity));
  if (filter.rebootRequired !== undefined) query.where('reboot_required', filter.rebootRequired ? 1 : 0);
  if (filter.hasSecurity === true) query.where('patches_security', '>', 0);
  if (filter.hasSecurity === false) query.where('patches_security', 0);
  if (filter.securityUnknown === true) query.whereNull('patches_security');
  if (filter.securityUnknown === false) query.whereNotNull('patches_security');
  if (filter.severity === 'unrated') query.where('patches_security', '>', 0).whereNull('severity_rank');
  else if (filter.severity !== undefined) query.where('severity_rank', rankOf(filter.severity));
  if (filter.problem !== undefined)
    query.whereIn('id', knex('hosts_problems').select('host_id').where('code', filter.problem));
  const having = (tag: string) => knex('hosts_tags').select('host_id').where('tag', tag);
  if (filter.tag !== undefined) query.whereIn('id', having(filter.tag));
  for (const tag of filter.tagsAll ?? []) query.whereIn('id', having(tag));
  for (const tag of filter.tagsNone ?? []) query.whereNotExists(tagOfHost(knex, tag));
}

/** See HostsService.byFqdn. */
export async function byFqdn(
  db: Database,
  { sort, cursor, limit, hostIds }: NamesQuery,
): Promise<HostNameRow[]> {
  const direction = sort === 'fqdn' ? 'asc' : 'desc';
  const query = hostIds
    ? db
        .reader('hosts_hosts')
        .whereIn('id', [...hostIds])
        .whereNotNull('live')
    : fromHosts(db, 'hosts_by_fqdn').where('live', 1);
  query.select('id', 'fqdn').limit(limit);
  applyKeyset(query, { sort, column: 'fqdn', direction }, cursor);
  return (await query) as HostNameRow[];
}

/** See HostsService.resolveTarget. */
export async function resolveTarget(ctx: Context, target: HostTarget, scope: HostScope): Promise<Host[]> {
  const { reader } = ctx.db;
  const hosts = await getHosts(reader, [...(await idsOfTarget(ctx, target, scope))]);
  const found = new Set(hosts.map(({ id }) => id));
  const missing = (target.hostIds ?? []).filter((id) => !found.has(id));
  if (missing.length > 0)
    throw new AppError('HOST_NOT_FOUND', { details: { host_ids: missing.slice(0, 100) } });
  return hosts.sort((a, b) => (a.fqdn === b.fqdn ? compare(a.id, b.id) : compare(a.fqdn, b.fqdn)));
}

/** The target's live hosts within the scope; named hosts that are none are left out. Throws GROUP_NOT_FOUND. */
export async function idsOfTarget(ctx: Context, target: HostTarget, scope: HostScope): Promise<Set<string>> {
  const { reader } = ctx.db;
  await requireGroups(reader, target, scope);
  const ids = new Set<string>();
  for (const tag of target.tags ?? []) for (const id of await filteredIds(ctx, { tag }, scope)) ids.add(id);
  for (const groupId of target.groupIds ?? [])
    for (const id of await filteredIds(ctx, { groupId }, scope)) ids.add(id);
  if (target.filter) for (const id of await filteredIds(ctx, target.filter, scope)) ids.add(id);
  for (const id of await visibleIds(reader, target.hostIds ?? [], scope)) ids.add(id);
  return ids;
}

/** Throws GROUP_NOT_FOUND for groups that do not exist or hold no host of the scope. */
async function requireGroups(
  knex: Knex,
  { groupIds = [], filter }: HostTarget,
  scope: HostScope,
): Promise<void> {
  const named = [...groupIds, ...(filter?.groupId === undefined ? [] : [filter.groupId])];
  const known = await visibleGroups(knex, named, scope);
  const missing = named.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new AppError('GROUP_NOT_FOUND', { details: { group_ids: missing.slice(0, 100) } });
}

async function filteredIds(ctx: Context, filter: HostFilter, scope: HostScope): Promise<string[]> {
  const { reader } = ctx.db;
  const query = reader('hosts_hosts').select('id');
  applyFilter(query, filter, await setsOf(ctx, filter, scope), reader);
  return ((await query) as { id: string }[]).map(({ id }) => id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
