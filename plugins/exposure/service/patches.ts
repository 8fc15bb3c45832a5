import type { Knex } from 'knex';
import { type Context, type HostScope, paging, scopeWithin, type standings } from '#sdk';
import type { Host, HostIds } from '#sdk/hosts.ts';
import { rankOf } from '../domain/rank.ts';
import type { Standing } from '../domain/serviceLevel.ts';
import { PatchModel } from '../models.ts';
import { requireAdvisory } from './advisories.ts';
import { withHosts } from './findings.ts';
import { standingIn } from './standingIn.ts';
import { countedIn, standingsOf, type Totals } from './standings.ts';

export interface PatchQuery extends paging.Query {
  standing?: Standing;
  package?: string;
  severity?: standings.LackSeverity;
  held?: boolean;
  hostId?: string;
  groupId?: string;
  advisoryId?: string;
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

/** The pending security patches that the viewer sees. Throws HOST_NOT_FOUND, GROUP_NOT_FOUND, ADVISORY_NOT_FOUND. */
export async function listPatches(ctx: Context, query: PatchQuery, scope: HostScope): Promise<PatchPage> {
  const { hostId, groupId, advisoryId, sort, cursor, limit } = query;
  const { hosts } = ctx.core;
  if (hostId !== undefined) await hosts.require(hostId, scope);
  if (groupId !== undefined) await hosts.requireGroup(groupId, scope);
  if (advisoryId !== undefined) await requireAdvisory(ctx, advisoryId, scope);
  const inScope = await hosts.idsIn(
    groupId === undefined ? scope : scopeWithin(scope, { groupIds: [groupId] }),
  );
  const now = ctx.clock.now();
  const narrow = (some: Knex.QueryBuilder): Knex.QueryBuilder =>
    pending(some, query, { inScope: inScope && inScope(ctx.db.reader), now });
  const total =
    (await keptTotals(ctx, query, { inScope, now })) ??
    (await countedIn(narrow(ctx.db.reader('exposure_patches'))));
  // A due time that is not recorded is null, the smallest value on both databases, and comes first as the oldest.
  const { rows, nextCursor } = await patchPage(ctx, narrow, { sort, cursor, limit }, total);
  return {
    patches: await withHosts(ctx, rows, (patch, host) => ({ patch, host })),
    total: total.patches,
    hostsTotal: total.hosts,
    levels: await hosts.serviceLevels(),
    now,
    nextCursor,
  };
}

/** A page of patches of which it is known how many there are. */
export async function patchPage(
  { db }: Pick<Context, 'db'>,
  narrow: (some: Knex.QueryBuilder) => unknown,
  query: paging.Query,
  { patches: total }: Totals,
): Promise<paging.Page<PatchModel>> {
  // The query would look at all rows to find none.
  if (total === 0) return { rows: [], total, nextCursor: null };
  const found = PatchModel.query(db.reader).modify((some) => void narrow(some as never));
  return paging.page(found, query, { total });
}

/** Totals from the stored counts; null: they do not answer this query. */
async function keptTotals(
  { db }: Pick<Context, 'db'>,
  { standing, severity, package: name, held, hostId, advisoryId }: PatchQuery,
  { inScope, now }: { inScope: HostIds | null; now: Date },
): Promise<Totals | null> {
  if ([name, held, hostId, advisoryId].some((one) => one !== undefined)) return null;
  const isAll = standing === undefined && severity === undefined;
  if (!isAll && standing !== 'late') return null;
  const standings = await standingsOf(db.reader, inScope, now);
  if (isAll) return { patches: standings.patches, hosts: standings.hosts };
  return severity === undefined ? standings.late : standings.lateOf[severity];
}

function pending(
  patches: Knex.QueryBuilder,
  { standing, package: name, severity, held, hostId, advisoryId }: PatchQuery,
  { inScope, now }: { inScope: Knex.QueryBuilder | null; now: Date },
): Knex.QueryBuilder {
  patches.where('open', 1);
  if (name !== undefined) patches.where('name', name);
  if (severity !== undefined) patches.where('severity_rank', rankOf(severity));
  if (held !== undefined) patches.where('held', held ? 1 : 0);
  if (hostId !== undefined) patches.where('host_id', hostId);
  if (advisoryId !== undefined) patches.where('advisory_id', advisoryId);
  if (inScope) patches.whereIn('host_id', inScope);
  if (standing !== undefined) standingIn(patches, standing, now);
  return patches;
}
