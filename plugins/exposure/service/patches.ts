import type { Knex } from 'knex';
import { type Context, type HostScope, paging, type standings } from '#sdk';
import type { Host, HostIds } from '#sdk/hosts.ts';
import { rankOf } from '../domain/rank.ts';
import type { Standing } from '../domain/serviceLevel.ts';
import { PatchModel } from '../models.ts';
import { withHosts } from './findings.ts';
import { within } from './order.ts';
import { standingIn } from './standingIn.ts';
import { countedIn, standingsOf, type Totals } from './standings.ts';

export interface PatchQuery {
  standing?: Standing;
  package?: string;
  severity?: standings.LackSeverity;
  held?: boolean;
  hostId?: string;
  groupId?: string;
  cursor: string | null;
  limit: number;
}

export interface SeenPatch {
  patch: PatchModel;
  host: Host;
}

export interface PatchPage {
  patches: SeenPatch[];
  total: number;
  hostsTotal: number;
  levels: standings.ServiceLevels;
  now: Date;
  nextCursor: string | null;
}

/** A due time that is not recorded is null, the smallest value on both databases, and comes first as the oldest. */
const OLDEST_FIRST: paging.Keyset = {
  sort: 'patches.due_at',
  column: 'due_at',
  direction: 'asc',
  isTime: true,
};

/** The pending security patches that the viewer sees. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND. */
export async function listPatches(ctx: Context, query: PatchQuery, scope: HostScope): Promise<PatchPage> {
  const { hostId, groupId, cursor, limit } = query;
  const { hosts } = ctx.core;
  if (hostId !== undefined) await hosts.require(hostId, scope);
  if (groupId !== undefined) await hosts.requireGroup(groupId, scope);
  const inScope = await hosts.idsIn(groupId === undefined ? scope : within(scope, groupId));
  const now = ctx.clock.now();
  const filtered = (): Knex.QueryBuilder => pending(ctx.db.reader, query, { inScope, now });
  const total = (await keptTotals(ctx, query, { inScope, now })) ?? (await countedIn(filtered()));
  const page = filtered().limit(limit + 1);
  paging.apply(page, OLDEST_FIRST, cursor);
  // With a total of 0 this query would look at all rows to find none.
  const found = total.patches === 0 ? [] : ((await page) as object[]);
  const rows = found.map((row) => PatchModel.fromDatabaseJson(row));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    patches: await withHosts(ctx, shown, (patch, host) => ({ patch, host })),
    total: total.patches,
    hostsTotal: total.hosts,
    levels: await hosts.serviceLevels(),
    now,
    nextCursor: rows.length > limit && last ? paging.writeCursor(OLDEST_FIRST, last.dueAt, last.id) : null,
  };
}

/** Totals from the stored counts; null: they do not answer this query. */
async function keptTotals(
  { db }: Pick<Context, 'db'>,
  { standing, severity, package: name, held, hostId }: PatchQuery,
  { inScope, now }: { inScope: HostIds | null; now: Date },
): Promise<Totals | null> {
  if (name !== undefined || held !== undefined || hostId !== undefined) return null;
  const isAll = standing === undefined && severity === undefined;
  if (!isAll && standing !== 'late') return null;
  const standings = await standingsOf(db.reader, inScope, now);
  if (isAll) return { patches: standings.patches, hosts: standings.hosts };
  return severity === undefined ? standings.late : standings.lateOf[severity];
}

function pending(
  knex: Knex,
  { standing, package: name, severity, held, hostId }: PatchQuery,
  { inScope, now }: { inScope: HostIds | null; now: Date },
): Knex.QueryBuilder {
  return knex('exposure_patches')
    .where('open', 1)
    .modify((some) => {
      if (name !== undefined) some.where('name', name);
      if (severity !== undefined) some.where('severity_rank', rankOf(severity));
      if (held !== undefined) some.where('held', held ? 1 : 0);
      if (hostId !== undefined) some.where('host_id', hostId);
      if (inScope) some.whereIn('host_id', inScope(knex));
      if (standing !== undefined) standingIn(some, standing, now);
    });
}
