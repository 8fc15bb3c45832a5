import type { Knex } from 'knex';
import { type Context, type HostScope, paging, type standings } from '#sdk';
import type { Host, HostIds } from '#sdk/hosts.ts';
import { rankOf } from '../domain/rank.ts';
import { standingIn } from './standingIn.ts';
import { PatchModel } from '../models.ts';
import { withHosts } from './findings.ts';
import { countedIn, standingsOf, type Totals } from './standings.ts';

export interface SeenBreach {
  patch: PatchModel;
  host: Host;
}

export interface BreachPage {
  breaches: SeenBreach[];
  total: number;
  hostsTotal: number;
  levels: standings.ServiceLevels;
  now: Date;
  nextCursor: string | null;
}

const LONGEST_FIRST: paging.Keyset = {
  sort: 'breaches.due_at',
  column: 'due_at',
  direction: 'asc',
  isTime: true,
};

/** The patches that are beyond their service level now. */
function beyond(knex: Knex, inScope: HostIds | null, now: Date): Knex.QueryBuilder {
  return knex('exposure_patches')
    .where('open', 1)
    .modify((query) => standingIn(query, 'late', now))
    .modify((query) => void (inScope && query.whereIn('host_id', inScope(knex))));
}

/** Throws HOST_NOT_FOUND. */
export async function listBreaches(
  ctx: Context,
  query: { severity?: standings.LackSeverity; hostId?: string; cursor: string | null; limit: number },
  scope: HostScope,
): Promise<BreachPage> {
  const { severity, hostId, cursor, limit } = query;
  if (hostId !== undefined) await ctx.core.hosts.require(hostId, scope);
  const inScope = await ctx.core.hosts.idsIn(scope);
  const now = ctx.clock.now();
  const filtered = (): Knex.QueryBuilder =>
    beyond(ctx.db.reader, inScope, now).modify((some) => {
      if (severity !== undefined) some.where('severity_rank', rankOf(severity));
      if (hostId !== undefined) some.where('host_id', hostId);
    });
  const late = async (): Promise<Totals> => {
    const standings = await standingsOf(ctx.db.reader, inScope, now);
    return severity === undefined ? standings.late : standings.lateOf[severity];
  };
  const total = hostId === undefined ? await late() : await countedIn(filtered());
  const page = filtered().limit(limit + 1);
  paging.apply(page, LONGEST_FIRST, cursor);
  // With a total of 0 this query would look at all rows to find none.
  const found = total.patches === 0 ? [] : ((await page) as object[]);
  const rows = found.map((row) => PatchModel.fromDatabaseJson(row));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    breaches: await withHosts(ctx, shown, (patch, host) => ({ patch, host })),
    total: total.patches,
    hostsTotal: total.hosts,
    levels: await ctx.core.hosts.serviceLevels(),
    now,
    nextCursor: rows.length > limit && last ? paging.writeCursor(LONGEST_FIRST, last.dueAt, last.id) : null,
  };
}
