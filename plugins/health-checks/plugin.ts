import { definePlugin } from '../../server/plugin.ts';
import { createChecks } from './migrations/001_create_checks.ts';
import { createGates } from './migrations/002_create_gates.ts';
import { checkRoutes } from './routes.ts';
import { dropChecksOfHost } from './service/checks.ts';
import { followInterval } from './service/claim.ts';
import { cleanUpChanges } from './service/history.ts';
import { createRunner } from './service/runner.ts';
import { createSweeper } from './service/sweeper.ts';

const DAY_MS = 86_400_000;

/** Whether hosts do what they are there for: services and pages, asked at intervals, and around the work on them. */
export const healthChecksPlugin = definePlugin({
  name: 'health-checks',
  requires: ['hosts', 'agents', 'patching'],
  migrations: [createChecks, createGates],
  errors: {
    HEALTH_CHECK_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'There is no such health check of this host.',
    },
    HEALTH_CHECK_LIMIT_REACHED: {
      status: 409,
      retryable: false,
      message: 'There are as many health checks as a manager keeps, of this host or in all.',
    },
    HEALTH_CHECK_OVERRIDE_EXISTS: {
      status: 409,
      retryable: false,
      message: 'Somebody has let the job begin already.',
    },
    TARGET_HOST_INVALID: {
      status: 409,
      retryable: false,
      message: 'The host whose agent is to be asked does not exist, or is not healthy itself.',
    },
  },
  joins: ['hosts.hostDeleted'],
  live: [{ kind: 'health_check.updated', permission: 'checks:read' }],
  setup(ctx) {
    const sweeper = createSweeper(ctx);
    const runner = createRunner(ctx);
    return {
      routes: checkRoutes(ctx, { runner, wake: sweeper.wake }),
      jobs: { 'health-checks.cleanUp': { everyMs: DAY_MS, run: () => cleanUpChanges(ctx) } },
      steps: { 'hosts.hostDeleted': (tx, { hostId, by }) => dropChecksOfHost(ctx, tx, hostId, by) },
      events: {
        'settings.changed': () =>
          followInterval(ctx).catch((error: unknown) =>
            ctx.log.warn({ error }, 'the interval of health checks could not be followed'),
          ),
      },
      started() {
        sweeper.start();
        return Promise.resolve();
      },
      stop: () => sweeper.stop(),
    };
  },
});
