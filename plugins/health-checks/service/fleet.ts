import { type Context, type HostScope, paging } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import type { CheckStatus } from '../domain/status.ts';
import { CheckModel, GroupCheckModel } from '../models.ts';

/** A check of a group, or the checks of one name and kind that hosts have themselves; in numbers of hosts. */
export interface FleetCheck {
  name: string;
  kind: CheckModel['kind'];
  group: { id: string; name: string } | null;
  groupCheckId: string | null;
  enabled: boolean;
  passing: number;
  failing: number;
  unknown: number;
  /** Disabled, or replaced by a check of the host. */
  disabled: number;
}

export interface FleetQuery {
  /** The whole name. */
  name?: string | undefined;
  search?: string | undefined;
  groupId?: string | undefined;
  status?: CheckStatus | undefined;
}

interface Row {
  group_check_id: string | null;
  name: string;
  kind: CheckModel['kind'];
  enabled: number | boolean;
  status: CheckStatus;
  hosts: number | string;
}

/**
 * Which checks there are on the hosts of the scope, and how many hosts do how. One grouped statement over at most some
 * hundred thousand rows, in a thread; what comes of it has a row for each name.
 */
export async function fleetChecks(ctx: Context, query: FleetQuery, scope: HostScope): Promise<FleetCheck[]> {
  const found = new Map<string, FleetCheck>();
  for (const check of await groupChecksSeen(ctx, scope)) found.set(check.groupCheckId ?? '', check);
  for (const row of await counted(ctx, scope)) {
    const key = row.group_check_id ?? `${row.kind} ${row.name}`;
    // Rows of a check that was just deleted are of nobody any more.
    if (row.group_check_id !== null && !found.has(key)) continue;
    const check = found.get(key) ?? ownCheck(row);
    found.set(key, check);
    if (!Number(row.enabled)) check.disabled += Number(row.hosts);
    else check[row.status] += Number(row.hosts);
    if (row.group_check_id === null && Number(row.enabled)) check.enabled = true;
  }
  return [...found.values()].filter((check) => isAsked(check, query));
}

async function groupChecksSeen({ core, db }: Context, scope: HostScope): Promise<FleetCheck[]> {
  const checks = await GroupCheckModel.query(db.reader);
  const ids = [...new Set(checks.map(({ groupId }) => groupId))];
  if (ids.length === 0) return [];
  const [names, seen] = await Promise.all([
    core.hosts.groupNames(ids),
    scope === 'all' ? new Set(ids) : core.hosts.visibleGroups(ids, scope),
  ]);
  return checks.flatMap(({ id, groupId, name, kind, enabled }) => {
    const groupName = names.get(groupId);
    if (groupName === undefined || !seen.has(groupId)) return [];
    const group = { id: groupId, name: groupName };
    return [{ name, kind, group, groupCheckId: id, enabled, ...none() }];
  });
}

async function counted(ctx: Context, scope: HostScope): Promise<Row[]> {
  const { reader } = ctx.db;
  const columns = ['group_check_id', 'name', 'kind', 'enabled', 'status'];
  const query = reader('health_checks_checks')
    .select(...columns, reader.raw('count(*) as hosts'))
    .groupBy(columns);
  const ids = await ctx.core.hosts.idsIn(scope);
  if (ids) query.whereIn('host_id', ids(reader));
  const { sql, bindings } = query.toSQL().toNative();
  const rows: Row[] = [];
  for await (const piece of ctx.reading.rows<Row>({ sql, bindings })) rows.push(...piece);
  return rows;
}

const none = () => ({ passing: 0, failing: 0, unknown: 0, disabled: 0 });

const ownCheck = ({ name, kind }: Row): FleetCheck => ({
  name,
  kind,
  group: null,
  groupCheckId: null,
  enabled: false,
  ...none(),
});

function isAsked(check: FleetCheck, { name: whole, search, groupId, status }: FleetQuery): boolean {
  const text = search?.trim().toLowerCase() ?? '';
  const names = [check.name, check.group?.name ?? ''].map((name) => name.toLowerCase());
  return (
    (whole === undefined || check.name === whole) &&
    names.some((name) => name.includes(text)) &&
    (groupId === undefined || check.group?.id === groupId) &&
    (status === undefined || check[status] > 0)
  );
}

/** What orders a check by how it does: the hosts that it fails on, and then those that it is unknown on. */
export function placeOf({ failing, unknown }: FleetCheck): number {
  return failing * 1_000_000 + unknown;
}

export interface ResultQuery extends paging.Query {
  name?: string | undefined;
  groupCheckId?: string | undefined;
  own?: boolean | undefined;
  status?: CheckStatus | undefined;
}

export interface ResultPage {
  checks: CheckModel[];
  hosts: ReadonlyMap<string, Host>;
  total: number;
  nextCursor: string | null;
}

/** Checks by host, failing ones first. */
export async function listResults(
  ctx: Context,
  { name, groupCheckId, own, status, sort, ...page }: ResultQuery,
  scope: HostScope,
): Promise<ResultPage> {
  const { reader } = ctx.db;
  const found = CheckModel.query(reader);
  const ids = await ctx.core.hosts.idsIn(scope);
  // objection accepts knex's subselects, but its types do not.
  if (ids) found.whereIn('host_id', ids(reader) as never);
  if (name !== undefined) found.where('name', name);
  if (groupCheckId !== undefined) found.where('group_check_id', groupCheckId);
  if (own !== undefined) found[own ? 'whereNull' : 'whereNotNull']('group_check_id');
  if (status !== undefined) found.where({ status, enabled: 1 });
  const {
    rows: checks,
    total,
    nextCursor,
  } = await paging.page(found, { ...page, sort: sort.replace('last_status', 'status') });
  const hosts = await ctx.core.hosts.getMany([...new Set(checks.map(({ hostId }) => hostId))]);
  return { checks, total, nextCursor, hosts: new Map(hosts.map((host) => [host.id, host])) };
}
