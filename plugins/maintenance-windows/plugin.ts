import { definePlugin } from '#sdk';
import './api.ts';
import { entriesPart, groupDependents } from './configuration.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { EntryModel } from './models.ts';
import { REASONS } from './reasons.ts';
import { windowRoutes } from './routes.ts';
import { Calendar } from './service/calendar.ts';
import { Estimates } from './service/estimates.ts';
import { frozenGroups } from './service/freezes.ts';
import { beforeHosts, beforeReboot, entriesOfEach } from './service/gate.ts';
import { nextWindowsOf } from './service/nextWindows.ts';
import { startsBetween } from './service/starts.ts';
import { dropEntriesOfGroup, dropWindowsOfHost, entrySearch } from './service/windows.ts';

/** When work on hosts may begin: windows of hosts and groups, and freezes of groups or of the whole fleet. */
export const maintenanceWindowsPlugin = definePlugin({
  name: 'maintenance-windows',
  requires: ['hosts', 'patching'],
  migrations: [createTables],
  errors: {
    WINDOW_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'There is no such maintenance window of this host or group.',
    },
    WINDOW_INVALID: {
      status: 400,
      retryable: false,
      message: 'The time zone is unknown, or the rule never yields a start, or takes too long to work out.',
    },
    WINDOW_LIMIT_REACHED: {
      status: 409,
      retryable: false,
      message: 'The limit of maintenance windows or freezes is reached; delete some that are past.',
    },
    FREEZE_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such freeze.' },
    OVERRIDE_EXISTS: {
      status: 409,
      retryable: false,
      message: 'Scheduling is already overridden for this job.',
    },
  },
  // Without this plugin, work would begin at any time, even during a freeze.
  gate: {
    by: 'maintenance windows and freezes',
    enabled: ({ reader }) => EntryModel.query(reader).where('enabled', 1).resultSize(),
  },
  setup(ctx) {
    const calendar = new Calendar();
    const deps = { ctx, calendar, estimates: new Estimates(ctx), entriesOf: entriesOfEach(ctx) };
    ctx.core.patching.declareReasons('maintenance-windows', REASONS);
    ctx.configuration.add(entriesPart(ctx, 'window'), entriesPart(ctx, 'freeze'));
    ctx.search.add(...entrySearch(ctx));
    return {
      service: { startsBetween: (from, to) => startsBetween(ctx, calendar, { from, to }) },
      routes: windowRoutes(ctx, calendar),
      hooks: {
        'hosts.describe': async ({ hosts }) => nextWindowsOf(ctx, calendar, hosts),
        'hosts.frozenGroups': async () => ({ groupIds: await frozenGroups(ctx, calendar) }),
        'hosts.groupDependents': async ({ groupIds }) => ({
          dependents: await groupDependents(ctx, groupIds),
        }),
        'patching.beforeCreate': async () => ({ fields: ['respect_windows'] }),
        'patching.beforeHost': (question) => beforeHosts(deps, question),
        'patching.beforeReboot': (question) => beforeReboot(deps, question),
      },
      steps: {
        'hosts.hostDeleted': (tx, { hostId, by }) => dropWindowsOfHost(ctx, tx, hostId, by),
        'hosts.groupDeleted': (tx, { group, by }) => dropEntriesOfGroup(ctx, tx, group.id, by),
      },
    };
  },
});
