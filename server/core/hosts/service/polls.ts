import type { Knex } from 'knex';
import type { Context } from '#server/kernel/boot/feature.ts';
import { fromTs } from '#server/kernel/db/database.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type {
  ClaimedHost,
  HealthStatus,
  HostConnection,
  HostPolls,
  HostProblem,
  PollResult,
  StoredHealth,
  Unanswered,
} from '../api.ts';
import { pollingSection, pollingSettingsOf } from '../settings.ts';
import { claimDue, freed, giveBack, type Held, type LeasedTable } from '#server/kernel/leased/rows.ts';
import { dueColumns, type DueTimes, dueTimes, quietTimes } from './pollTimes.ts';
import { problemsOf, storeNews, tellsNews } from './pollNews.ts';
import { storeProblemCodes } from './problems.ts';
import { firstSeenOf } from './firstSeen.ts';
import {
  isSameSystem,
  type Limiting,
  readLimiting,
  settleGroups,
  systemOf,
  type Told,
} from './groupChanges.ts';
import { chunked, getHosts } from './queries.ts';

/** Of one call; what is more is renewed by the next. */
const MOST_RENEWED = 5_000;

interface ClaimRow {
  id: string;
  ip_address: string;
  port: number;
  loopback_allowed: number;
  connection: HostConnection;
  machine_id: string | null;
  health_status: HealthStatus;
  status_reason: string | null;
  duplicate_identity: number;
  os_family: string | null;
  os_name: string | null;
  os_version: string | null;
  arch: string | null;
  agent_version: string | null;
  boot_id: string | null;
  health_digest: string | null;
  unanswered: string | null;
  patches_etag: string | null;
  patches_refreshed_at: unknown;
  poll_failures: number;
  next_health_at: number | null;
  next_patches_at: number | null;
  next_info_at: number | null;
}

const CLAIM_COLUMNS = [
  'id',
  'ip_address',
  'port',
  'loopback_allowed',
  'connection',
  'machine_id',
  'health_status',
  'status_reason',
  'duplicate_identity',
  'os_family',
  'os_name',
  'os_version',
  'arch',
  'agent_version',
  'boot_id',
  'health_digest',
  'unanswered',
  'patches_etag',
  'patches_refreshed_at',
  'poll_failures',
  'next_health_at',
  'next_patches_at',
  'next_info_at',
] as const satisfies readonly (keyof ClaimRow)[];

/** See HostPolls. Results of a batch share a transaction: unchanged hosts in few statements, news row by row. */
export function createPolls(ctx: Context): HostPolls {
  return {
    claim: ({ owner, lane, limit, leaseMs }) =>
      claimDue(ctx, POLLS, { owner, lane: lane === 'answering' ? 0 : 1, limit, leaseMs }, readClaimed),
    renew: (owner, isUnchanged) => renewQuiet(ctx, owner, isUnchanged),
    async record(owner, results) {
      if (results.length === 0) return;
      const limits = results.some(tellsSystem) ? await readLimiting(ctx) : undefined;
      await ctx.tx((tx) => store(ctx, tx, { owner, results, limits }), {
        durable: false,
        name: 'hosts.recordPolls',
      });
    },
    release: (owner) => giveBack(ctx, POLLS, owner),
  };
}

const POLLS: LeasedTable = {
  table: 'hosts_hosts',
  id: 'id',
  due: 'next_poll_at',
  lane: 'poll_lane',
  owner: 'poll_owner',
  until: 'poll_lease_until',
  only: 'poll_by',
  live: { live: 1 },
};

async function readClaimed({ knex }: Tx, { ids, lease, nowMs, leaseUntilMs }: Held): Promise<ClaimedHost[]> {
  const rows = (await knex('hosts_hosts')
    .whereIn('id', ids)
    .where(lease)
    .select(...CLAIM_COLUMNS)) as ClaimRow[];
  return rows.map((row) => claimed(row, nowMs, leaseUntilMs));
}

function claimed(row: ClaimRow, nowMs: number, leaseUntilMs: number): ClaimedHost {
  const due = (at: number | null): boolean => at === null || Number(at) <= nowMs;
  return {
    hostId: row.id,
    address: row.ip_address,
    port: row.port,
    loopbackAllowed: row.loopback_allowed === 1,
    connection: row.connection,
    machineId: row.machine_id,
    due: { health: due(row.next_health_at), patches: due(row.next_patches_at), info: due(row.next_info_at) },
    healthStatus: row.health_status,
    statusReason: row.status_reason,
    duplicateIdentity: row.duplicate_identity === 1,
    system: {
      osFamily: row.os_family,
      osName: row.os_name,
      osVersion: row.os_version,
      arch: row.arch,
    },
    agentVersion: row.agent_version,
    bootId: row.boot_id,
    healthDigest: row.health_digest,
    unanswered: row.unanswered === null ? {} : (JSON.parse(row.unanswered) as Unanswered),
    patchesEtag: row.patches_etag,
    patchesRefreshedAt: fromTs(row.patches_refreshed_at),
    failures: row.poll_failures,
    leaseUntilMs,
  };
}

/** Due for health alone, and free. */
const dueQuietly = (query: Knex.QueryBuilder, owner: string, nowMs: number): Knex.QueryBuilder =>
  query
    .where({ live: 1, poll_lane: 0, poll_by: owner })
    .where('next_patches_at', '>', nowMs)
    .where('next_info_at', '>', nowMs)
    .where((row) => void row.whereNull('poll_lease_until').orWhere('poll_lease_until', '<=', nowMs));

/** See HostPolls.renew. */
async function renewQuiet(
  ctx: Context,
  owner: string,
  isUnchanged: (host: StoredHealth) => boolean,
): Promise<number> {
  const nowMs = (await ctx.db.now()).getTime();
  const rows = (await dueQuietly(ctx.db.reader('hosts_hosts'), owner, nowMs)
    .where('next_poll_at', '<=', nowMs)
    .orderBy('next_poll_at')
    .limit(MOST_RENEWED)
    .select({ hostId: 'id', healthDigest: 'health_digest' })) as StoredHealth[];
  const ids = rows.filter(isUnchanged).map(({ hostId }) => hostId);
  if (ids.length === 0) return 0;
  await ctx.tx(
    async (tx) => {
      const due = quietTimes(pollingSettingsOf(await ctx.settings.getIn(tx, pollingSection)));
      const where = (query: Knex.QueryBuilder): Knex.QueryBuilder => dueQuietly(query, owner, nowMs);
      await moveOn(ctx, tx, { due, patchesAnswered: false, ids: ids.sort() }, { nowMs, where });
    },
    { durable: false, name: 'hosts.renewPolls' },
  );
  return ids.length;
}

interface QuietGroup {
  due: DueTimes;
  patchesAnswered: boolean;
  ids: string[];
}

/** The host says something else of its system than before, by which rules of groups may hold it. */
const tellsSystem = ({ host, info }: PollResult): boolean =>
  info !== undefined && !isSameSystem(info, host.system);

interface Batch {
  owner: string;
  results: readonly PollResult[];
  /** Absent: no host tells a new system. */
  limits: Limiting | undefined;
}

async function store(ctx: Context, tx: Tx, { owner, results, limits }: Batch): Promise<void> {
  // Read in the transaction, so that no due time follows from an interval that another manager has just changed.
  const settings = pollingSettingsOf(await ctx.settings.getIn(tx, pollingSection));
  const nowMs = (await ctx.db.now(tx.knex)).getTime();
  const groups = new Map<string, QuietGroup>();
  const news: PollResult[] = [];
  for (const result of results) {
    // Due times of all hosts move by shared statements; news is written separately, while the lease is still held.
    if (tellsNews(result)) news.push(result);
    const due = dueTimes(result, settings);
    const patchesAnswered = result.patches !== undefined || result.patchesUnchanged !== undefined;
    const key = `${due.key}/${patchesAnswered}`;
    const group = groups.get(key);
    if (group) group.ids.push(result.host.hostId);
    else groups.set(key, { due, patchesAnswered, ids: [result.host.hostId] });
  }
  await storeAllNews(ctx, tx, { owner, results: news, limits });
  const where = (query: Knex.QueryBuilder): Knex.QueryBuilder => query.where('poll_owner', owner);
  for (const group of groups.values()) await moveOn(ctx, tx, group, { nowMs, where });
}

/** Stores the news of each host; reads the stored data that this needs for all hosts at once. */
async function storeAllNews(ctx: Context, tx: Tx, { owner, results: news, limits }: Batch): Promise<void> {
  const telling = news.filter(tellsSystem).map(({ host }) => host.hostId);
  const before = new Map((await getHosts(tx.knex, telling)).map((host) => [host.id, host]));
  const told: Told[] = [];
  const listed = news.filter(({ patches }) => patches).map(({ host }) => host.hostId);
  const firstSeen = await firstSeenOf(tx, listed);
  const problems = new Map<string, readonly HostProblem[]>();
  const stored: string[] = [];
  for (const result of news) {
    const { hostId } = result.host;
    const isStored = await storeNews(ctx, tx, { owner, result, firstSeen: firstSeen.get(hostId) ?? {} });
    if (isStored && result.patches) stored.push(hostId);
    const found = problemsOf(result);
    if (isStored && found) problems.set(hostId, found);
    const known = before.get(hostId);
    if (isStored && known && result.info)
      told.push({ before: known, after: { ...known, ...systemOf(result.info) } });
  }
  if (told.length > 0) await settleGroups(ctx, tx, told, { limits });
  await storeProblemCodes(tx, problems);
  if (stored.length > 0) await ctx.steps.join(tx, 'hosts.patchesStored', { hostIds: stored });
}

/** Writes what every poll changes, and releases the leases; of those that `where` leaves. */
async function moveOn(
  ctx: Context,
  tx: Tx,
  { due, patchesAnswered, ids }: QuietGroup,
  { nowMs, where }: { nowMs: number; where(query: Knex.QueryBuilder): Knex.QueryBuilder },
): Promise<void> {
  const at = ctx.clock.now();
  for (const chunk of chunked(ids)) {
    await where(tx.knex('hosts_hosts').whereIn('id', chunk)).update({
      ...dueColumns(tx.knex, ctx.db.dialect, due, nowMs),
      last_polled_at: at,
      ...(due.seen
        ? { last_seen_at: at, poll_lane: 0, poll_failures: 0 }
        : { poll_lane: 1, poll_failures: tx.knex.raw('poll_failures + 1') }),
      ...(patchesAnswered ? { patches_polled_at: at } : {}),
      ...freed(POLLS),
    });
  }
}
