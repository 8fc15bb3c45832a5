import type { Knex } from 'knex';
import type { Context, HostScope, paging, standings } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import { rankOf } from '../domain/rank.ts';
import { standingIn } from './standingIn.ts';
import type { PatchModel } from '../models.ts';
import { withHosts } from './findings.ts';
import { patchPage } from './patches.ts';
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

/** Throws HOST_NOT_FOUND. */
export async function listBreaches(
  ctx: Context,
  query: paging.Query & { severity?: standings.LackSeverity; hostId?: string },
  scope: HostScope,
): Promise<BreachPage> {
  const { severity, hostId, ...asked } = query;
  if (hostId !== undefined) await ctx.core.hosts.require(hostId, scope);
  const inScope = await ctx.core.hosts.idsIn(scope);
  const now = ctx.clock.now();
  const narrow = (patches: Knex.QueryBuilder): Knex.QueryBuilder => {
    patches.where('open', 1);
    standingIn(patches, 'late', now);
    if (inScope) patches.whereIn('host_id', inScope(ctx.db.reader));
    if (severity !== undefined) patches.where('severity_rank', rankOf(severity));
    if (hostId !== undefined) patches.where('host_id', hostId);
    return patches;
  };
  const late = async (): Promise<Totals> => {
    const standings = await standingsOf(ctx.db.reader, inScope, now);
    return severity === undefined ? standings.late : standings.lateOf[severity];
  };
  const total =
    hostId === undefined ? await late() : await countedIn(narrow(ctx.db.reader('exposure_patches')));
  const { rows, nextCursor } = await patchPage(ctx, narrow, asked, total);
  return {
    breaches: await withHosts(ctx, rows, (patch, host) => ({ patch, host })),
    total: total.patches,
    hostsTotal: total.hosts,
    levels: await ctx.core.hosts.serviceLevels(),
    now,
    nextCursor,
  };
}
