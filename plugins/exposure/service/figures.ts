import type { Context, HostScope, standings } from '#sdk';
import { bySeverity } from '../domain/rank.ts';
import type { DataSetModel } from '../models.ts';
import { listDataSets } from './dataSets.ts';
import { standingsOf } from './standings.ts';
import type { Unfixed } from './unfixed.ts';
import { sightOf, unfixedFigures, type UnfixedFigures } from './unfixedList.ts';

export interface ExposureFigures {
  cvesOpen: number;
  exploitedOpen: number;
  hostsAffected: number;
  patchesUnnamed: number;
  hostsBeyond: number;
  patchesBeyond: number;
  patchesBeyondBySeverity: Record<standings.LackSeverity, number>;
  patchesNotRecorded: number;
  exceptions: number;
  hostsUnread: number;
  /** Null: not known. */
  withoutFix: UnfixedFigures | null;
  levels: standings.ServiceLevels;
  dataSets: DataSetModel[];
  computedAt: Date;
}

type Counts = Record<string, number | string | null> | undefined;

/** The figures over the hosts of the scope. */
export async function exposureFigures(
  ctx: Context,
  unfixed: Unfixed,
  scope: HostScope,
): Promise<ExposureFigures> {
  const { reader } = ctx.db;
  const inScope = await ctx.core.hosts.idsIn(scope);
  const now = ctx.clock.now();
  const of = (table: string) =>
    reader(table).modify((query) => void (inScope && query.whereIn('host_id', inScope(reader))));
  const cves = reader('exposure_cves as cves').where('hosts_open', '>', 0);
  // `exists` stops at the first host of each CVE: a large scope has hundreds of thousands of findings.
  if (inScope)
    cves.whereExists(
      of('exposure_findings').where('open', 1).whereRaw('exposure_findings.cve = cves.cve').select('id'),
    );
  const open = (await cves
    .select(reader.raw('count(*) as cves'), reader.raw('sum(exploited) as exploited'))
    .first()) as Counts;
  const standings = await standingsOf(reader, inScope, now);
  const excepted = (await of('exposure_exceptions')
    .where('expires_at', '>', now)
    .count({ all: '*' })
    .first()) as Counts;
  const unread = (await of('exposure_due').count({ hosts: '*' }).first()) as Counts;
  const sight = await sightOf(ctx, unfixed, scope);
  return {
    cvesOpen: Number(open?.['cves'] ?? 0),
    exploitedOpen: Number(open?.['exploited'] ?? 0),
    hostsAffected: standings.hosts,
    patchesUnnamed: standings.unnamed,
    hostsBeyond: standings.late.hosts,
    patchesBeyond: standings.late.patches,
    patchesBeyondBySeverity: bySeverity((severity) => standings.lateOf[severity].patches),
    patchesNotRecorded: standings.notRecorded,
    exceptions: Number(excepted?.['all'] ?? 0),
    hostsUnread: Number(unread?.['hosts'] ?? 0),
    withoutFix: sight && unfixedFigures(sight),
    levels: await ctx.core.hosts.serviceLevels(),
    dataSets: await listDataSets(ctx),
    computedAt: now,
  };
}
