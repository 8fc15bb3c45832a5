import type { Context } from '#sdk';
import { KINDS } from './domain/dataSet.ts';
import { exposureFigures } from './service/figures.ts';
import type { Unfixed } from './service/unfixed.ts';

/** What Prometheus is told of vulnerabilities: over all hosts, as the page Security counts them. */
export function exposureMetrics(ctx: Context, unfixed: Unfixed): void {
  ctx.metrics.gauges(
    {
      cves_open: {
        help: 'CVEs that are open on some host, by whether they are known to be exploited.',
        labels: { exploited: ['yes', 'no'] },
      },
      security_patches_overdue: {
        help: 'Security patches that hosts lack for longer than the service level allows, by severity.',
        labels: { severity: ['critical', 'important', 'moderate', 'low', 'unrated'] },
      },
      hosts_overdue: { help: 'Hosts with an overdue security patch.' },
      patch_exceptions: { help: 'Exceptions from service levels that are in force.' },
      feed_age_seconds: {
        help: 'Since when the vulnerability feed was imported, in seconds.',
        labels: { feed: KINDS },
      },
    },
    async () => {
      const figures = await exposureFigures(ctx, unfixed, 'all');
      const { cvesOpen, exploitedOpen, patchesBeyondBySeverity, dataSets, computedAt } = figures;
      return {
        cves_open: [
          [{ exploited: 'yes' }, exploitedOpen],
          [{ exploited: 'no' }, cvesOpen - exploitedOpen],
        ],
        security_patches_overdue: Object.entries(patchesBeyondBySeverity).map(
          ([severity, patches]) => [{ severity }, patches] as const,
        ),
        hosts_overdue: figures.hostsBeyond,
        patch_exceptions: figures.exceptions,
        feed_age_seconds: dataSets.flatMap(({ kind, importedAt }) =>
          importedAt
            ? [[{ feed: kind }, (computedAt.getTime() - importedAt.getTime()) / 1_000] as const]
            : [],
        ),
      };
    },
  );
}
