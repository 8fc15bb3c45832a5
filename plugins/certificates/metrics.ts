import type { Context } from '#sdk';
import { THRESHOLDS } from './domain/expiry.ts';
import { allEndings } from './expiries.ts';

const KINDS = Object.keys(THRESHOLDS).filter((kind) => kind !== 'host');

/** What Prometheus is told of certificates. `soon`: before when a host's certificate should have been renewed. */
export function certificatesMetrics(ctx: Context, soon: (now: Date) => Date): void {
  const { ca } = ctx.core.agents;
  ctx.metrics.gauges(
    {
      certificate_remaining_seconds: {
        help: 'Until the first of its kind ends: certificates of this manager and its authority, its revocation list.',
        labels: { kind: KINDS },
      },
      host_certificates_expiring: { help: 'Certificates of hosts that should have been renewed by now.' },
    },
    async () => {
      const now = ctx.clock.now();
      const first = new Map<string, number>();
      for (const { kind, endsAt, isLeaving } of await allEndings(ctx, null)) {
        const left = (endsAt.getTime() - now.getTime()) / 1_000;
        if (!isLeaving) first.set(kind, Math.min(left, first.get(kind) ?? left));
      }
      return {
        certificate_remaining_seconds: [...first].map(([kind, left]) => [{ kind }, left] as const),
        host_certificates_expiring: await ca.countExpiring(soon(now)),
      };
    },
  );
}
