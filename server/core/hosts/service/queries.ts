import type { Knex } from 'knex';
import { AppError } from '../../../shared/wire/appError.ts';
import type { HostScope } from '../../../kernel/security/actor.ts';
import { type Database, ts } from '../../../kernel/db/database.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import { HostDetailsModel, HostModel, HostPatchesModel } from '../models.ts';
import type {
  EndpointQuery,
  Host,
  HostEndpoint,
  HostClaims,
  HostFilter,
  HostPatches,
  HostProblem,
  HostSort,
  HostTarget,
  Namesake,
} from '../api.ts';
import { applyOrder, indexOf, type Key, type Order, orderOf, sortKeys, writeCursor } from './paging.ts';

export interface HostPage {
  hosts: Host[];
  total: number;
  nextCursor: string | null;
}

export interface HostListQuery extends HostFilter {
  sort?: HostSort;
  cursor?: string;
  limit?: number;
}

/** Rows per `IN (…)`: far below what either database takes. */
const CHUNK = 500;

export async function getHost(knex: Knex, id: string, lock = false): Promise<Host | null> {
  const query = HostModel.query(knex).findById(id).where('live', 1);
  const row = await (lock ? query.forUpdate() : query);
  if (!row) return null;
  return (await withDetails(knex, [row]))[0] ?? null;
}

export async function requireHost(ctx: Context, id: string): Promise<Host> {
  const host = await getHost(ctx.db.reader, id);
  if (!host) throw new AppError('HOST_NOT_FOUND', { details: { host_id: id } });
  return host;
}

export async function getHosts(knex: Knex, ids: readonly string[]): Promise<Host[]> {
  const found: Host[] = [];
  const unique = [...new Set(ids)];
  for (let start = 0; start < unique.length; start += CHUNK) {
    // Not `live = 1`: SQLite would walk the index of all live hosts instead of looking the ids up.
    const rows = await HostModel.query(knex)
      .whereIn('id', unique.slice(start, start + CHUNK))
      .whereNotNull('live');
    found.push(...(await withDetails(knex, rows)));
  }
  return found;
}

/** See HostsService.namesakes. */
export async function namesakes(knex: Knex, { machineIds, names }: HostClaims): Promise<Namesake[]> {
  const found = new Map<string, Namesake>();
  const lower = names.map((name) => name.toLowerCase());
  for (let start = 0; start < Math.max(machineIds.length, lower.length); start += CHUNK) {
    const live = () =>
      HostModel.query(knex).where('live', 1).select('id', 'machine_id', 'fqdn', 'display_name');
    const slice = (values: readonly string[]) => values.slice(start, start + CHUNK);
    const rows = [
      ...(await live().whereIn('machine_id', slice(machineIds))),
      ...(await live().whereIn(knex.raw('lower(fqdn)') as never, slice(lower))),
      ...(await live().whereIn(knex.raw('lower(display_name)') as never, slice(lower))),
    ];
    for (const { id, machineId, fqdn, displayName } of rows) found.set(id, { machineId, fqdn, displayName });
  }
  return [...found.values()];
}

export async function findByMachineId(tx: Tx, machineId: string): Promise<Host | null> {
  const row = await HostModel.query(tx.knex).findOne({ machine_id: machineId, live: 1 });
  return row ? ((await withDetails(tx.knex, [row]))[0] ?? null) : null;
}

/** Up to so many matches are sorted here; more are so dense that the index of the order finds a page at once. */
const FEW = 1_000;

/** One page: its keys from an index first, then only the rows that are shown. */
export async function listHosts(ctx: Context, query: HostListQuery, _scope: HostScope): Promise<HostPage> {
  const limit = query.limit ?? 50;
  const order = orderOf(query.sort ?? 'fqdn');
  const { keys, total } = (await fewKeys(ctx, query, order)) ?? (await manyKeys(ctx, query, order, limit));
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  const hosts = await getHosts(
    ctx.db.reader,
    page.map(({ id }) => id),
  );
  const byId = new Map(hosts.map((host) => [host.id, host]));
  return {
    hosts: page.flatMap(({ id }) => byId.get(id) ?? []),
    total,
    nextCursor: keys.length > limit && last ? writeCursor(order, last) : null,
  };
}

interface Keys {
  keys: Key[];
  total: number;
}

/** All matches in one walk, when the filter leaves few; null when there are more, or no filter is given. */
async function fewKeys({ db }: Context, query: HostListQuery, order: Order): Promise<Keys | null> {
  const { sort: _s, cursor, limit: _l, ...filter } = query;
  if (Object.values(filter).every((value) => value === undefined)) return null;
  const matches = fromHosts(db, filter.search === undefined ? null : SEARCH_INDEX)
    .select('id', order.column)
    .limit(FEW + 1);
  applyFilter(matches, filter, db.reader);
  const keys = (await matches) as Key[];
  return keys.length > FEW ? null : { keys: sortKeys(keys, order, cursor), total: keys.length };
}

async function manyKeys({ db }: Context, query: HostListQuery, order: Order, limit: number): Promise<Keys> {
  const keys = fromHosts(db, indexOf(order))
    .select('id', order.column)
    .limit(limit + 1);
  applyFilter(keys, query, db.reader);
  applyOrder(keys, order, query.cursor);
  return { keys: (await keys) as Key[], total: await countHosts(db, query) };
}

async function countHosts(
  db: Database,
  { sort: _s, cursor: _c, limit: _l, ...filter }: HostListQuery,
): Promise<number> {
  const { tag, ...rest } = filter;
  const onlyTag = tag !== undefined && Object.values(rest).every((value) => value === undefined);
  // Tags go with their host, so they need not be looked up host by host.
  const counted = onlyTag
    ? db.reader('hosts_tags').where('tag', tag)
    : fromHosts(db, filter.search === undefined ? null : SEARCH_INDEX);
  if (!onlyTag) applyFilter(counted, filter, db.reader);
  const row = (await counted.count({ total: '*' }).first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

const SEARCH_INDEX = 'hosts_by_search_text';

/**
 * With the index that is to be used: neither database knows how dense the matches are, and with the wrong one
 * it would fetch every row, or sort them all.
 */
function fromHosts({ reader, dialect }: Database, index: string | null): Knex.QueryBuilder {
  if (index === null) return reader('hosts_hosts');
  const hint = dialect === 'sqlite' ? 'hosts_hosts indexed by ??' : 'hosts_hosts force index (??)';
  return reader.from(reader.raw(hint, [index]) as unknown as string);
}

/** All from a closed list of columns; values are bound. */
export function applyFilter(query: Knex.QueryBuilder, filter: HostFilter, knex: Knex): void {
  if (filter.groupId !== undefined) throw groupsMissing('group_id');
  query.where('live', 1);
  if (filter.search !== undefined) query.whereRaw('instr(search_text, ?) > 0', [filter.search.toLowerCase()]);
  if (filter.healthStatus !== undefined) query.where('health_status', filter.healthStatus);
  if (filter.osFamily !== undefined) query.where('os_family', filter.osFamily);
  if (filter.rebootRequired !== undefined) query.where('reboot_required', filter.rebootRequired ? 1 : 0);
  if (filter.hasSecurity === true) query.where('patches_security', '>', 0);
  if (filter.hasSecurity === false) query.where('patches_security', 0);
  if (filter.tag !== undefined)
    query.whereIn('id', knex('hosts_tags').select('host_id').where('tag', filter.tag));
}

/** See HostsService.resolveTarget. */
export async function resolveTarget(ctx: Context, target: HostTarget, _scope: HostScope): Promise<Host[]> {
  if (target.groupIds?.length) throw groupsMissing('group_ids');
  const { reader } = ctx.db;
  const ids = new Set<string>();
  for (const tag of target.tags ?? []) for (const id of await filteredIds(reader, { tag })) ids.add(id);
  if (target.filter) for (const id of await filteredIds(reader, target.filter)) ids.add(id);
  const named = target.hostIds ?? [];
  for (const id of named) ids.add(id);
  const hosts = await getHosts(reader, [...ids]);
  const found = new Set(hosts.map(({ id }) => id));
  const missing = named.filter((id) => !found.has(id));
  if (missing.length > 0)
    throw new AppError('HOST_NOT_FOUND', { details: { host_ids: missing.slice(0, 100) } });
  return hosts.sort((a, b) => (a.fqdn === b.fqdn ? compare(a.id, b.id) : compare(a.fqdn, b.fqdn)));
}

async function filteredIds(reader: Knex, filter: HostFilter): Promise<string[]> {
  const query = reader('hosts_hosts').select('id');
  applyFilter(query, filter, reader);
  return ((await query) as { id: string }[]).map(({ id }) => id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function groupsMissing(field: string): AppError {
  return new AppError('NOT_IMPLEMENTED', { message: 'Groups are not built yet.', details: { field } });
}

export async function patchesOf(ctx: Context, hostId: string): Promise<HostPatches> {
  const host = await requireHost(ctx, hostId);
  const row = await HostPatchesModel.query(ctx.db.reader).findById(hostId);
  return {
    hostId,
    patches: row?.patches ?? [],
    total: host.patchesTotal,
    securityTotal: host.patchesSecurity,
    refreshedAt: host.patchesRefreshedAt,
    polledAt: host.patchesPolledAt,
    rebootRequired: host.rebootRequired,
    rebootReasons: host.rebootReasons,
    packageManager: host.packageManager,
  };
}

interface EndpointRow {
  id: string;
  ip_address: string;
  port: number;
  loopback_allowed: number;
}

/** See HostsService.endpoints. Plain rows: of ten thousand hosts each is read every half minute. */
export async function endpoints(
  ctx: Context,
  { hostIds, seenSince }: EndpointQuery = {},
): Promise<HostEndpoint[]> {
  const found: HostEndpoint[] = [];
  const chunks = hostIds ? chunked([...new Set(hostIds)]) : [null];
  for (const ids of chunks) {
    const query = ctx.db
      .reader('hosts_hosts')
      .select('id', 'ip_address', 'port', 'loopback_allowed')
      .whereNotNull('live')
      .whereNotNull('certificate_expires_at');
    if (seenSince) query.where('last_seen_at', '>=', ts(seenSince));
    if (ids) query.whereIn('id', ids);
    for (const {
      id,
      ip_address: address,
      port,
      loopback_allowed: loopback,
    } of (await query) as EndpointRow[]) {
      found.push({ hostId: id, address, port, loopbackAllowed: Number(loopback) === 1 });
    }
  }
  return found;
}

export function chunked<T>(items: readonly T[], size = CHUNK): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

async function withDetails(knex: Knex, rows: readonly HostModel[]): Promise<Host[]> {
  const ids = rows.map(({ id }) => id);
  const details = ids.length === 0 ? [] : await HostDetailsModel.query(knex).whereIn('host_id', ids);
  const byId = new Map(details.map((row) => [row.hostId, row]));
  return rows.map((row) => toHost(row, byId.get(row.id)));
}

/** Rows of earlier releases hold as many and as long ones as an agent sent. */
function shownProblems(problems: readonly HostProblem[]): HostProblem[] {
  return problems.slice(0, 21).map(({ code, message }) => ({ code, message: message.slice(0, 500) }));
}

function toHost(row: HostModel, details: HostDetailsModel | undefined): Host {
  return {
    id: row.id,
    machineId: row.machineId,
    fqdn: row.fqdn,
    displayName: row.displayName,
    ipAddress: row.ipAddress,
    port: row.port,
    osFamily: row.osFamily,
    osName: row.osName,
    osVersion: row.osVersion,
    arch: row.arch,
    kernel: row.kernel,
    agentVersion: row.agentVersion,
    healthStatus: row.healthStatus,
    statusReason: row.statusReason,
    healthCheckStatus: row.healthCheckStatus,
    duplicateIdentity: row.duplicateIdentity,
    patchesTotal: row.patchesTotal,
    patchesSecurity: row.patchesSecurity,
    rebootRequired: row.rebootRequired,
    rebootReasons: details?.rebootReasons ?? [],
    problems: shownProblems(details?.problems ?? []),
    tags: row.tags,
    maintenanceMode: row.maintenanceMode,
    loopbackAllowed: row.loopbackAllowed,
    capabilities: details?.capabilities ?? null,
    apiLevel: row.apiLevel,
    bootId: row.bootId,
    packageManager: row.packageManager,
    lastSeenAt: row.lastSeenAt,
    lastPolledAt: row.lastPolledAt,
    patchesPolledAt: row.patchesPolledAt,
    patchesRefreshedAt: row.patchesRefreshedAt,
    certificateExpiresAt: row.certificateExpiresAt,
    editVersion: row.editVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
