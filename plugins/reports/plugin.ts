import { definePlugin } from '#sdk';
import { schedulesPart } from './configuration.ts';
import { reportErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { reportRoutes } from './routes.ts';
import { createReports } from './service/make.ts';
import { LOOK_MS } from './domain/starts.ts';
import { createScheduleRunner, LEASE_MS } from './service/runs.ts';
import { reportSection } from './settings.ts';
import { forgetAuthor, groupUses, keepGroup, pauseSchedulesOf } from './service/upkeep.ts';

/** Evidence for others: how the fleet stands, what was changed, what is open, who did what, as CSV and PDF; by mail, too. */
export const reportsPlugin = definePlugin({
  name: 'reports',
  requires: ['hosts', 'identity', 'patching', 'exposure?', 'notifications?'],
  settings: [reportSection],
  migrations: [createTables],
  errors: reportErrors,
  setup(ctx) {
    const reports = createReports(ctx);
    const runner = createScheduleRunner(ctx, reports);
    ctx.configuration.add(schedulesPart(ctx));
    ctx.waits.add(() => [
      { table: 'reports_schedules', column: 'look_at', kind: 'timestamp', longest: LOOK_MS },
      { table: 'reports_schedules', column: 'run_due_at', kind: 'timestamp', longest: LEASE_MS },
    ]);
    return {
      routes: reportRoutes(ctx, reports, runner.wake),
      hooks: {
        'hosts.groupUses': async ({ groupId }) => ({ uses: await groupUses(ctx, groupId) }),
      },
      steps: {
        'hosts.groupDeleted': (tx, { group }) => keepGroup(tx, group.id),
        'identity.accountRemoved': (tx, { account }) => forgetAuthor(tx, account.id),
        'identity.workStopped': (tx, { account, by }) => pauseSchedulesOf(ctx, tx, account.id, by),
      },
      started() {
        runner.start();
        return Promise.resolve();
      },
      stop: () => runner.stop(),
    };
  },
});
