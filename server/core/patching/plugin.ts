import { defineCore, type Context } from '../../kernel/boot/feature.ts';
import './events.ts';
import { patchingErrors } from './errors.ts';
import { SWEEP_EVERY_MS } from './execution/sweep.ts';
import { patchingMetrics } from './metrics.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { portsOf, type Ports } from './ports.ts';
import { cleanUp, jobRetention } from './retention.ts';
import { patchingRoutes } from './routes.ts';
import { createPatching } from './createPatching.ts';
import { cancelScheduledOf } from './service/stopWork.ts';

const DAY_MS = 86_400_000;

/** Patch jobs: creates them, runs them on the hosts, and reports their results. */
export const patchingFeature = patchingFeatureOf((ctx) => portsOf(ctx.core), ['identity', 'hosts', 'agents']);

/** The feature with other ports, for tests with fake hosts and agents. */
export function patchingFeatureOf(ports: (ctx: Context) => Ports, requires: readonly string[] = []) {
  const hasAccounts = requires.includes('identity');
  return defineCore({
    name: 'patching',
    requires,
    errors: patchingErrors,
    settings: [jobRetention],
    migrations: [createTables],
    setup(ctx) {
      const patching = createPatching({ ctx, ...ports(ctx) });
      const { service, offered, engine, waits, reasons } = patching;
      const wake = (data: unknown) => {
        engine.wake((data as { jobId: string }).jobId);
        return Promise.resolve();
      };
      ctx.search.add(service.search);
      ctx.metrics.queue('job_writes', () => engine.writesWaiting);
      return {
        service: offered,
        routes: patchingRoutes(service, ctx.hooks),
        jobs: {
          'patching.sweep': { everyMs: SWEEP_EVERY_MS, run: () => patching.sweep() },
          'patching.runJobHost': { run: wake },
          'patching.startJob': { run: () => patching.sweep() },
          'patching.cleanUp': { everyMs: DAY_MS, run: () => cleanUp(ctx) },
        },
        events: {
          'patching.jobChanged': ({ jobId }) => waits.changed(jobId),
          ...patchingMetrics(ctx, { figures: () => service.figures('all'), reasons }),
        },
        hooks: {
          'hosts.beforeDelete': async ({ hostId }) => ({ jobIds: await service.unfinishedJobs(hostId) }),
          'fleet.collect': ({ scope }) => service.figures(scope),
        },
        steps: hasAccounts
          ? { 'identity.workStopped': (tx, whose) => cancelScheduledOf(ctx, tx, whose) }
          : {},
        started: () => patching.start(),
        stop: () => patching.stop(),
      };
    },
  });
}
