import { definePlugin } from '#sdk';
import './api.ts';
import { namedExpiries, readExpiries } from './expiries.ts';
import { certificatesMetrics } from './metrics.ts';
import { certificatesRoutes } from './routes.ts';
import { createCertificatesService } from './service.ts';

const DAY_MS = 86_400_000;
/** Half of the time that is left when a renewal is due: by then several attempts have failed. */
const EXPIRING_DAYS = 14;

const soon = (now: Date): Date => new Date(now.getTime() + EXPIRING_DAYS * DAY_MS);

/** What people see and do with the certificate authority; its rows and keys belong to core/agents. */
export const certificatesPlugin = definePlugin({
  name: 'certificates',
  requires: ['hosts', 'agents'],
  setup(ctx) {
    certificatesMetrics(ctx, soon);
    return {
      service: { expiries: () => readExpiries(ctx) },
      routes: certificatesRoutes(ctx, createCertificatesService(ctx)),
      hooks: {
        // Certificates are a matter of administrators, who see all hosts.
        'fleet.collect': async ({ scope }) => ({
          certificatesExpiring:
            scope === 'all' ? await ctx.core.agents.ca.countExpiring(soon(ctx.clock.now())) : 0,
          expiries: scope === 'all' ? await namedExpiries(ctx) : [],
        }),
      },
    };
  },
});
