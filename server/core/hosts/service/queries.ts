import type { Knex } from 'knex';
import { AppError } from '#server/shared/wire/appError.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { fromTs } from '#server/kernel/db/database.ts';
import { allFields, type ChosenFields } from '#server/kernel/http/fields.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { HostDetailsModel, HostModel, HostPatchesModel } from '../models.ts';
import type {
  EndpointQuery,
  Host,
  HostConnection,
  HostEndpoint,
  HostClaims,
  HostPatches,
  Namesake,
  UnwellHost,
} from '../api.ts';
import { severityOf } from '../severity.ts';
import { withFirstSeen } from '../exposure.ts';
import { idsInScope } from './groupSql.ts';

/** Values per `IN (…)`: far below the limit of either database. */
const CHUNK = 500;

export async function getHost(knex: Knex, id: string, lock = false): Promise<Host | null> {
  const query = HostModel.query(knex).findById(id).where('live', 1);
  const row = await (lock ? query.forUpdate() : query);
  if (!row) return null;
  return (await withDetails(knex, [row]))[0] ?? null;
}

/** Throws HOST_NOT_FOUND, also for a host outside the scope. */
export async function requireHost(ctx: Context, id: string, scope: HostScope): Promise<Host> {
  return requireHostIn(ctx.db.reader, id, scope);
}

/** Like `requireHost`, on the caller's connection; `lock` locks the row until the end of its transaction. */
export async function requireHostIn(knex: Knex, id: string, scope: HostScope, lock = false): Promise<Host> {
  const host = (await visibleIds(knex, [id], scope)).has(id) ? await getHost(knex, id, lock) : null;
  if (!host) throw new AppError('HOST_NOT_FOUND', { details: { host_id: id } });
  return host;
}

/** See HostsService.unwellWith. */
export async function unwellWith(knex: Knex, tags: readonly string[]): Promise<UnwellHost[]> {
  const found = new Map<string, UnwellHost>();
  for (const chunk of chunked([...new Set(tags)])) {
    const rows = (await knex('hosts_tags as tags')
      .join('hosts_hosts as hosts', 'hosts.id', 'tags.host_id')
      .whereIn('tags.tag', chunk)
      .whereNotNull('hosts.live')
      .where((unwell) =>
        unwell.where('hosts.health_status', 'unreachable').orWhere('hosts.health_check_status', 'failing'),
      )
      .orderBy('hosts.fqdn')
      .select('hosts.id', 'hosts.fqdn', 'hosts.health_status', 'tags.tag')) as UnwellRow[];
    for (const { id, fqdn, health_status: health, tag } of rows) {
      const host = found.get(id) ?? { id, fqdn, tags: [], isUnreachable: health === 'unreachable' };
      found.set(id, { ...host, tags: [...host.tags, tag] });
    }
  }
  return [...found.values()];
}

interface UnwellRow {
  id: string;
  fqdn: string;
  health_status: string;
  tag: string;
}

/** See HostsService.visible. */
export async function visibleIds(knex: Knex, ids: readonly string[], scope: HostScope): Promise<Set<string>> {
  const found = new Set<string>();
  const inScope = await idsInScope(knex, scope);
  for (const chunk of chunked([...new Set(ids)])) {
    const query = knex('hosts_hosts').select('id').whereIn('id', chunk).whereNotNull('live');
    if (inScope) query.whereIn('id', inScope(knex));
    for (const { id } of (await query) as { id: string }[]) found.add(id);
  }
  return found;
}

/** Live hosts by their ids, in no order. Without `fields` whole; what only the details hold is empty where it is not asked for. */
export async function getHosts(
  knex: Knex,
  ids: readonly string[],
  fields: ChosenFields = allFields,
): Promise<Host[]> {
  const found: Host[] = [];
  const unique = [...new Set(ids)];
  for (let start = 0; start < unique.length; start += CHUNK) {
    // Not `live = 1`: SQLite would scan the index of all live hosts instead of looking up the ids.
    const rows = await HostModel.query(knex)
      .whereIn('id', unique.slice(start, start + CHUNK))
      .whereNotNull('live');
    found.push(
      ...(DETAILS.some((name) => fields.has(name))
        ? await withDetails(knex, rows)
        : rows.map((row) => toHost(row))),
    );
  }
  return found;
}

/** See HostsService.namesakes. */
export async function namesakes(
  knex: Knex,
  { machineIds, names, endpoints: places }: HostClaims,
): Promise<Namesake[]> {
  const found = new Map<string, Namesake>();
  const lower = names.map((name) => name.toLowerCase());
  for (let start = 0; start < Math.max(machineIds.length, lower.length, places.length); start += CHUNK) {
    const live = () =>
      HostModel.query(knex)
        .where('live', 1)
        .select(
          'id',
          'machine_id',
          'fqdn',
          'display_name',
          'ip_address',
          'port',
          'connection',
          'health_status',
        );
    const slice = <T>(values: readonly T[]): T[] => values.slice(start, start + CHUNK);
    const pairs = slice(places).map(({ ipAddress, port }) => [ipAddress, port]);
    const rows = [
      ...(await live().whereIn('machine_id', slice(machineIds))),
      ...(await live().whereIn(knex.raw('lower(fqdn)') as never, slice(lower))),
      ...(await live().whereIn(knex.raw('lower(display_name)') as never, slice(lower))),
      ...(await live().whereIn(['ip_address', 'port'] as never, pairs as never)),
    ];
    for (const { id, machineId, fqdn, displayName, ipAddress, port, connection, healthStatus } of rows)
      found.set(id, { machineId, fqdn, displayName, ipAddress, port, connection, healthStatus });
  }
  return [...found.values()];
}

/** See HostsService.atEndpoint. */
export async function atEndpoint(
  knex: Knex,
  { ipAddress, port }: Pick<Host, 'ipAddress' | 'port'>,
): Promise<Host[]> {
  const rows = await HostModel.query(knex).where({ ip_address: ipAddress, port, live: 1 }).limit(3);
  return withDetails(knex, rows);
}

export async function findByMachineId(tx: Tx, machineId: string): Promise<Host | null> {
  const row = await HostModel.query(tx.knex).findOne({ machine_id: machineId, live: 1 });
  return row ? ((await withDetails(tx.knex, [row]))[0] ?? null) : null;
}

export async function patchesOf(ctx: Context, hostId: string, scope: HostScope): Promise<HostPatches> {
  const host = await requireHost(ctx, hostId, scope);
  const row = await HostPatchesModel.query(ctx.db.reader).findById(hostId);
  return {
    hostId,
    patches: withFirstSeen(row?.patches ?? [], row?.firstSeen ?? {}),
    total: host.patchesTotal,
    securityTotal: host.patchesSecurity,
    refreshedAt: host.patchesRefreshedAt,
    polledAt: host.patchesPolledAt,
    rebootRequired: host.rebootRequired,
    rebootReasons: host.rebootReasons,
    packageManager: host.packageManager,
  };
}

/** See HostsService.osNames. */
export async function osNames(reader: Knex): Promise<Map<string, string | null>> {
  const rows = (await reader('hosts_hosts').whereNotNull('live').select('id', 'os_name')) as {
    id: string;
    os_name: string | null;
  }[];
  return new Map(rows.map(({ id, os_name: osName }) => [id, osName]));
}

interface EndpointRow {
  id: string;
  ip_address: string;
  port: number;
  loopback_allowed: number;
  connection: HostConnection;
  last_seen_at: unknown;
}

/**
 * See HostsService.endpoints. Reads plain rows: ten thousand hosts are read every half minute. With `live` = 1 an index
 * leaves out the hosts that were deleted, whose rows stay; hosts that are named are found by their ids. When they were
 * last seen is compared here, because in the order of that time their rows would be read twice as slowly.
 */
export async function endpoints(
  ctx: Context,
  { hostIds, seenSince, tx }: EndpointQuery = {},
): Promise<HostEndpoint[]> {
  const found: HostEndpoint[] = [];
  const chunks = hostIds ? chunked([...new Set(hostIds)]) : [null];
  for (const ids of chunks) {
    const query = (tx?.knex ?? ctx.db.reader)('hosts_hosts')
      .select('id', 'ip_address', 'port', 'loopback_allowed', 'connection', 'last_seen_at')
      .whereNotNull('certificate_expires_at');
    if (ids) query.whereIn('id', ids).whereNotNull('live');
    else query.where('live', 1);
    for (const {
      id,
      ip_address: address,
      port,
      loopback_allowed: loopback,
      connection,
      last_seen_at: seenAt,
    } of (await query) as EndpointRow[]) {
      if (seenSince && (fromTs(seenAt)?.getTime() ?? 0) < seenSince.getTime()) continue;
      found.push({ hostId: id, address, port, loopbackAllowed: Number(loopback) === 1, connection });
    }
  }
  return found;
}

export function chunked<T>(items: readonly T[], size = CHUNK): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

/** Properties of the API that are read from a table of their own. */
const DETAILS = ['reboot_reasons', 'problems', 'annotations', 'package_proxies'];

async function withDetails(knex: Knex, rows: readonly HostModel[]): Promise<Host[]> {
  const ids = rows.map(({ id }) => id);
  const details = ids.length === 0 ? [] : await HostDetailsModel.query(knex).whereIn('host_id', ids);
  const byId = new Map(details.map((row) => [row.hostId, row]));
  return rows.map((row) => toHost(row, byId.get(row.id)));
}

function toHost(row: HostModel, details?: HostDetailsModel): Host {
  return {
    id: row.id,
    machineId: row.machineId,
    fqdn: row.fqdn,
    displayName: row.displayName,
    ipAddress: row.ipAddress,
    port: row.port,
    movedAt: row.movedAt,
    movedFrom: row.movedFrom,
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
    patchesSeverity: severityOf(row.severityRank),
    securitySince: row.securitySince,
    rebootRequired: row.rebootRequired,
    rebootReasons: details?.rebootReasons ?? [],
    problems: details?.problems ?? [],
    tags: row.tags,
    annotations: details?.annotations ?? {},
    maintenanceMode: row.maintenanceMode,
    loopbackAllowed: row.loopbackAllowed,
    connection: row.connection,
    capabilities: details?.capabilities ?? null,
    packageProxies: details?.packageProxies ?? null,
    apiLevel: row.apiLevel,
    bootId: row.bootId,
    bootedAt: row.bootedAt,
    packageManager: row.packageManager,
    lastSeenAt: row.lastSeenAt,
    lastPolledAt: row.lastPolledAt,
    patchesPolledAt: row.patchesPolledAt,
    patchesRefreshedAt: row.patchesRefreshedAt,
    lastPatchedAt: row.lastPatchedAt,
    certificateExpiresAt: row.certificateExpiresAt,
    editVersion: row.editVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
