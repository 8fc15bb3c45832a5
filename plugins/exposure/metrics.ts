import type { Context } from '#sdk';
import { KINDS } from './domain/dataSet.ts';
import { RANKED, severityOfRank } from './domain/rank.ts';
import { exposureFigures } from './service/figures.ts';
import type { Unfixed } from './service/unfixed.ts';

const SEVERITIES = RANKED.toReversed();

/** What Prometheus is told of vulnerabilities: over all hosts, as the page Security counts them. */
export function exposureMetrics(ctx: Context, unfixed: Unfixed): void {
  const ask = ctx.core.agents.keeper.question('exposure.metrics', () => valuesOf(ctx, unfixed));
  ctx.metrics.gauges(
    {
      cves_open: {
        help: 'CVEs that are open on some host, by whether they are known to be exploited.',
        labels: { exploited: ['yes', 'no'] },
      },
      security_patches_pending: {
        help: 'Security patches that hosts lack, by severity; a package counts once for each host.',
        labels: { severity: SEVERITIES },
      },
      security_patches_overdue: {
        help: 'Security patches that hosts lack for longer than the service level allows, by severity.',
        labels: { severity: SEVERITIES },
      },
      hosts_overdue: { help: 'Hosts with an overdue security patch.' },
      patch_exceptions: { help: 'Exceptions from service levels that are in force.' },
      feed_age_seconds: {
        help: 'Since when the vulnerability feed was imported, in seconds.',
        labels: { feed: KINDS },
      },
    },
    () => ask({}, new AbortController().signal),
  );
}

async function valuesOf(ctx: Context, unfixed: Unfixed) {
  const figures = await exposureFigures(ctx, unfixed, 'all');
  const { cvesOpen, exploitedOpen, patchesBeyondBySeverity, dataSets, computedAt } = figures;
  const pending = await pendingBySeverity(ctx);
  return {
    cves_open: [
      [{ exploited: 'yes' }, exploitedOpen] as const,
      [{ exploited: 'no' }, cvesOpen - exploitedOpen] as const,
    ],
    security_patches_pending: pending,
    security_patches_overdue: Object.entries(patchesBeyondBySeverity).map(
      ([severity, patches]) => [{ severity }, patches] as const,
    ),
    hosts_overdue: figures.hostsBeyond,
    patch_exceptions: figures.exceptions,
    feed_age_seconds: dataSets.flatMap(({ kind, importedAt }) =>
      importedAt ? [[{ feed: kind }, (computedAt.getTime() - importedAt.getTime()) / 1_000] as const] : [],
    ),
  };
}

/** From the counts by package, which are kept with the patches: a few thousand rows for any number of hosts. */
async function pendingBySeverity({ db }: Context): Promise<(readonly [{ severity: string }, number])[]> {
  const rows = (await db
    .reader('exposure_counts')
    .groupBy('severity_rank')
    .select('severity_rank')
    .sum({ patches: 'hosts' })) as { severity_rank: number; patches: number | string }[];
  const counts = new Map(
    rows.map(({ severity_rank: rank, patches }) => [severityOfRank(rank), Number(patches)]),
  );
  return SEVERITIES.map((severity) => [{ severity }, counts.get(severity) ?? 0]);
}
