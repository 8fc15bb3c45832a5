import type { Knex } from 'knex';
import type { Context, HostScope, LackSeverity, ServiceLevels } from '../../../server/plugin.ts';
import { RANKED, rankOf } from '../domain/rank.ts';
import { standingIn } from './standingIn.ts';
import type { DataSetModel } from '../models.ts';
import { beyond } from './breaches.ts';
import { listDataSets } from './dataSets.ts';

export interface ExposureFigures {
  cvesOpen: number;
  exploitedOpen: number;
  hostsAffected: number;
  patchesUnnamed: number;
  hostsBeyond: number;
  patchesBeyond: number;
  patchesBeyondBySeverity: Record<LackSeverity, number>;
  patchesNotRecorded: number;
  exceptions: number;
  hostsUnread: number;
  levels: ServiceLevels;
  dataSets: DataSetModel[];
  computedAt: Date;
}

type Counts = Record<string, number | string | null> | undefined;

/** Over the hosts of the scope. */
export async function exposureFigures(ctx: Context, scope: HostScope): Promise<ExposureFigures> {
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const now = ctx.clock.now();
  const of = (table: string) =>
    reader(table).modify((query) => void (inScope && query.whereIn('host_id', inScope(reader))));
  const cves = inScope
    ? reader('exposure_cves').whereIn('cve', of('exposure_findings').where('open', 1).select('cve'))
    : reader('exposure_cves').where('hosts_open', '>', 0);
  const open = (await cves
    .select(reader.raw('count(*) as cves'), reader.raw('sum(exploited) as exploited'))
    .first()) as Counts;
  const affected = (await of('exposure_patches')
    .where('open', 1)
    .countDistinct({ hosts: 'host_id' })
    .first()) as Counts;
  const unnamed = (await of('exposure_patches')
    .where({ open: 1, cves: 0 })
    .count({ patches: '*' })
    .first()) as Counts;
  const over = (await beyond(reader, inScope, now)
    .count({ patches: '*' })
    .countDistinct({ hosts: 'host_id' })
    .select(RANKED.map((severity) => countOf(reader, severity)))
    .first()) as Counts;
  const unrecorded = (await of('exposure_patches')
    .where('open', 1)
    .modify((query) => standingIn(query, 'not_recorded', now))
    .count({ patches: '*' })
    .first()) as Counts;
  const excepted = (await of('exposure_exceptions')
    .where('expires_at', '>', now)
    .count({ all: '*' })
    .first()) as Counts;
  const unread = (await of('exposure_due').count({ hosts: '*' }).first()) as Counts;
  return {
    cvesOpen: Number(open?.['cves'] ?? 0),
    exploitedOpen: Number(open?.['exploited'] ?? 0),
    hostsAffected: Number(affected?.['hosts'] ?? 0),
    patchesUnnamed: Number(unnamed?.['patches'] ?? 0),
    hostsBeyond: Number(over?.['hosts'] ?? 0),
    patchesBeyond: Number(over?.['patches'] ?? 0),
    patchesBeyondBySeverity: bySeverity((severity) => Number(over?.[severity] ?? 0)),
    patchesNotRecorded: Number(unrecorded?.['patches'] ?? 0),
    exceptions: Number(excepted?.['all'] ?? 0),
    hostsUnread: Number(unread?.['hosts'] ?? 0),
    levels: await ctx.core.hosts.serviceLevels(),
    dataSets: await listDataSets(ctx),
    computedAt: now,
  };
}

const countOf = (knex: Knex, severity: LackSeverity): Knex.Raw =>
  knex.raw('sum(case when severity_rank = ? then 1 else 0 end) as ??', [rankOf(severity), severity]);

const bySeverity = (count: (severity: LackSeverity) => number): Record<LackSeverity, number> => ({
  critical: count('critical'),
  important: count('important'),
  moderate: count('moderate'),
  low: count('low'),
  unrated: count('unrated'),
});
