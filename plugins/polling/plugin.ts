import { definePlugin, reply } from '#sdk';
import type {} from '../enrollment/api.ts';
import { createRefreshes, deleteOldRefreshes, forgetRefreshes, refreshWaits } from './refresh.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { watchPatched } from './patched.ts';
import { createSweeper } from './sweeper.ts';

const ADOPT_MS = 30_000;
const DAY_MS = 86_400_000;

/** Reads every host at its intervals, on every manager, and at once when somebody asks. */
export const pollingPlugin = definePlugin({
  name: 'polling',
  requires: ['hosts', 'agents'],
  migrations: [createTables],
  setup(ctx) {
    const sweeper = createSweeper(ctx);
    const refreshes = createRefreshes(ctx, sweeper.wake);
    const patched = watchPatched(ctx, sweeper.wake);
    ctx.waits.add(refreshWaits);
    return {
      routes: {
        async refreshHost({ params, actor, address, scope, idempotencyKey }) {
          const { status, agentJobId } = await refreshes.refresh({
            hostId: params.host_id,
            actor,
            address,
            scope,
            idempotencyKey,
          });
          return reply(202, { host_id: params.host_id, status, agent_job_id: agentJobId });
        },
      },
      jobs: {
        'polling.adoptRefreshes': { everyMs: ADOPT_MS, run: () => refreshes.adoptAbandoned() },
        'polling.cleanUp': { everyMs: DAY_MS, run: () => deleteOldRefreshes(ctx) },
      },
      steps: { 'hosts.hostDeleted': (tx, { hostId }) => forgetRefreshes(tx, hostId) },
      events: {
        'enrollment.certificateFetched': () => sweeper.wake(),
        'patching.hostFinished': ({ jobId, hostId, attempt }) =>
          void (attempt > 0 && patched.finished(jobId, hostId)),
        'patching.jobEnded': ({ jobId }) => patched.jobEnded(jobId),
      },
      async started() {
        await sweeper.start();
        await refreshes.start();
      },
      async stop() {
        await refreshes.stop();
        patched.stop();
        await sweeper.stop();
      },
    };
  },
});
