import { definePlugin } from '#sdk';
import type { AfterHostAnswer, BeforeHostAnswer } from '#sdk/patching.ts';
import { checksPart } from './configuration.ts';
import { groupChecksPart } from './groupConfiguration.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { CheckModel, GroupCheckModel } from './models.ts';
import { REASONS } from './reasons.ts';
import { checkRoutes } from './routes.ts';
import { checkRetention } from './settings.ts';
import { afterHost } from './service/afterWork.ts';
import { checkSearch, dropChecksOfHost } from './service/checks.ts';
import { followInterval } from './service/claim.ts';
import { createFollower } from './service/follower.ts';
import { FreshRuns, LastSaid } from './service/freshRuns.ts';
import { beforeHosts, dropGates } from './service/gate.ts';
import { dropChecksOfGroup, groupDependents } from './service/groupChecks.ts';
import { cleanUpChanges } from './service/history.ts';
import { createRunner } from './service/runner.ts';
import { checkWaits } from './service/claim.ts';
import { createSweeper } from './service/sweeper.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The fields of a job that this plugin handles. */
const GATE_FIELDS = ['pre', 'post', 'soak_secs', 'pre_timeout_secs'].map((field) => `health_gate.${field}`);

/** Checks services and web pages of hosts: at intervals, and before and after the work on a host. */
export const healthChecksPlugin = definePlugin({
  name: 'health-checks',
  // The gate of the windows is asked before this one, so that no check is run for hosts that wait for their window.
  requires: ['hosts', 'agents', 'patching', 'maintenance-windows?'],
  settings: [checkRetention],
  migrations: [createTables],
  errors: {
    HEALTH_CHECK_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'There is no such health check of this host or group.',
    },
    HEALTH_CHECK_LIMIT_REACHED: {
      status: 409,
      retryable: false,
      message:
        'The limit of health checks is reached, for this host or group or in all; delete one that is not needed.',
    },
    HEALTH_CHECK_OF_GROUP: {
      status: 409,
      retryable: false,
      message: 'The check is defined on a group; edit or delete it there.',
    },
    HEALTH_CHECK_OVERRIDE_EXISTS: {
      status: 409,
      retryable: false,
      message: 'Health checks are already overridden for this job.',
    },
    TARGET_HOST_INVALID: {
      status: 409,
      retryable: false,
      message: 'The queried host does not exist, or is not healthy itself.',
    },
  },
  // Without this plugin, work would begin on unhealthy hosts, and nobody would check them afterwards.
  gate: {
    by: 'health checks',
    enabled: async ({ reader }) =>
      (await CheckModel.query(reader).where('enabled', 1).resultSize()) +
      (await GroupCheckModel.query(reader).where('enabled', 1).resultSize()),
  },
  setup(ctx) {
    const sweeper = createSweeper(ctx);
    const runner = createRunner(ctx);
    const follower = createFollower(ctx, sweeper.wake);
    const gate = {
      ctx,
      fresh: new FreshRuns(runner),
      saidBefore: new LastSaid<BeforeHostAnswer>(),
      saidAfter: new LastSaid<AfterHostAnswer>(),
    };
    ctx.core.patching.declareReasons('health-checks', REASONS);
    ctx.configuration.add(checksPart(ctx), groupChecksPart(ctx));
    ctx.search.add(checkSearch(ctx));
    ctx.waits.add(() => checkWaits(ctx));
    return {
      routes: checkRoutes(ctx, { runner, wake: sweeper.wake, follow: follower.wake }),
      jobs: {
        'health-checks.cleanUp': { everyMs: DAY_MS, run: () => cleanUpChanges(ctx) },
        'health-checks.followGroups': { everyMs: MINUTE_MS, run: follower.run },
      },
      hooks: {
        'hosts.groupDependents': async ({ groupIds }) => ({
          dependents: await groupDependents(ctx, groupIds),
        }),
        'patching.beforeCreate': async () => ({ fields: GATE_FIELDS }),
        'patching.beforeHost': (question) => beforeHosts(gate, question),
        'patching.afterHost': (question) => afterHost(gate, question),
      },
      steps: {
        'hosts.hostDeleted': (tx, { hostId, by }) => dropChecksOfHost(ctx, tx, hostId, by),
        'hosts.groupDeleted': (tx, { group, by }) => dropChecksOfGroup(ctx, tx, group.id, by),
        'patching.jobEnded': (tx, { jobId }) => dropGates(tx, jobId),
      },
      events: {
        'settings.changed': () =>
          followInterval(ctx).catch((error: unknown) =>
            ctx.log.warn({ error }, 'the interval of health checks could not be followed'),
          ),
      },
      started: sweeper.start,
      stop: async () => {
        await follower.stop();
        await sweeper.stop();
      },
    };
  },
});
