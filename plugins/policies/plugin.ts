import { definePlugin } from '#sdk';
import { policiesPart } from './configuration.ts';
import { policyErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { policyRoutes } from './routes.ts';
import { policyRetention } from './settings.ts';
import { pausePoliciesOf } from './service/acts.ts';
import { plannedWork } from './service/ahead.ts';
import { noteJobEnded } from './service/runs.ts';
import { policySearch } from './service/search.ts';
import { LONGEST_LEAD_MS, LOOK_MS } from './service/due.ts';
import { createSweeper } from './service/sweeper.ts';
import { cleanUp, dropHost, forgetAccount, groupUses, keepGroup, refuseLeftOut } from './service/upkeep.ts';

const DAY_MS = 86_400_000;

/** Patch jobs that recur: at each start the hosts are found, planned and patched, and every decision is recorded. */
export const policiesPlugin = definePlugin({
  name: 'policies',
  requires: ['hosts', 'identity', 'patching', 'approvals?'],
  settings: [policyRetention],
  migrations: [createTables],
  errors: policyErrors,
  setup(ctx) {
    const sweeper = createSweeper(ctx);
    ctx.configuration.add(policiesPart(ctx));
    ctx.search.add(policySearch(ctx));
    ctx.waits.add(() => [
      { table: 'policies_policies', column: 'due_at', kind: 'timestamp', longest: LOOK_MS },
      { table: 'policies_runs', column: 'due_at', kind: 'timestamp', longest: LONGEST_LEAD_MS },
    ]);
    return {
      routes: policyRoutes(ctx, sweeper.wake),
      jobs: { 'policies.cleanUp': { everyMs: DAY_MS, run: () => cleanUp(ctx) } },
      hooks: {
        'hosts.groupUses': async ({ groupId }) => ({ uses: await groupUses(ctx, groupId) }),
        'maintenance-windows.plannedWork': (question) => plannedWork(ctx, question),
        'approvals.recurringWork': (question) => plannedWork(ctx, question),
        'patching.beforeCreate': async (question) => {
          await refuseLeftOut(ctx, question);
          return {};
        },
      },
      steps: {
        'hosts.hostDeleted': (tx, { hostId }) => dropHost(ctx, tx, hostId),
        'hosts.groupDeleted': (tx, { group }) => keepGroup(tx, group.id),
        'identity.accountRemoved': (tx, { account }) => forgetAccount(tx, account.id),
        'identity.workStopped': (tx, { account, by }) => pausePoliciesOf(ctx, tx, account.id, by),
        // Asks again in the transaction that writes the job: the run may have been left out since the question before.
        'patching.jobCreated': (tx, job) => refuseLeftOut(ctx, job, tx),
        'patching.jobEnded': async (tx, { jobId }) => {
          if (await noteJobEnded(tx, jobId, await ctx.db.now(tx.knex))) tx.afterCommit(sweeper.wake);
        },
      },
      started() {
        sweeper.start();
        return Promise.resolve();
      },
      stop: sweeper.stop,
    };
  },
});
