import { actors, definePlugin, work } from '#sdk';
import './api.ts';
import { groupDependents, notificationsPart } from './configuration.ts';
import { notificationErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { addWebhookFormat } from './migrations/002_add_webhook_format.ts';
import { notificationRoutes } from './routes.ts';
import { warnOfExpiries } from './service/expiries.ts';
import { noteBackupFact, spreadBackupFact } from './service/backupFacts.ts';
import { noteJobFact, spreadJobFact } from './service/jobFacts.ts';
import { deliveryLanes } from './service/lanes.ts';
import { cleanUp } from './service/log.ts';
import { remind } from './service/reminders.ts';
import { forgetGroup } from './service/rules.ts';
import { mailReport, reportMails, tellOfRotation } from './service/personalMail.ts';
import { webhookSearch } from './service/webhooks.ts';
import { forgetWatches } from './service/watches.ts';
import { notificationSection, readMail, smtpSection } from './settings.ts';

const DAY_MS = 86_400_000;
/** A reminder may be this late. */
const REMIND_EVERY_MS = 300_000;
const WARN_EVERY_MS = 900_000;

/** Tells people and programs what became of jobs and what is ahead, by mail and by webhooks. */
export const notificationsPlugin = definePlugin({
  name: 'notifications',
  requires: ['identity', 'hosts', 'patching', 'maintenance-windows?', 'certificates?'],
  settings: [smtpSection, notificationSection],
  migrations: [createTables, addWebhookFormat],
  errors: notificationErrors,
  setup(ctx) {
    // Whoever points mail to another server reads what the fleet lacks.
    ctx.settings.inUpdate(smtpSection, async (_tx, { by }) => actors.requireFresh(by.actor, ctx.clock.now()));
    // Nor does a stolen token of a tool leave somebody behind who goes on reading.
    ctx.settings.inUpdate(notificationSection, async (_tx, { before, after, by }) => {
      if (after.recipients.some((address) => !before.recipients.includes(address)))
        actors.requireFresh(by.actor, ctx.clock.now());
    });
    ctx.configuration.add(notificationsPart(ctx));
    ctx.search.add(webhookSearch(ctx));
    ctx.outbox.deliver({
      'notifications.jobFact': { deliver: (message) => spreadJobFact(ctx, message) },
      'notifications.backupFact': { deliver: (message) => spreadBackupFact(ctx, message) },
      ...deliveryLanes(ctx),
    });
    let warning: { stop(): void } | null = null;
    return {
      service: {
        tellOfFailedBackup: (tx, failed) => noteBackupFact(ctx, tx, failed),
        tellOfRotation: (tx, token) => tellOfRotation(ctx, tx, token),
        isMailOn: async () => (await readMail(ctx)).isOn,
        mailReport: (tx, mail) => mailReport(ctx, tx, mail),
        reportMails: (keys) => reportMails(ctx, keys),
      },
      routes: notificationRoutes(ctx),
      hooks: {
        'hosts.groupDependents': async ({ groupIds }) => ({
          dependents: await groupDependents(ctx, groupIds),
        }),
      },
      jobs: {
        'notifications.cleanUp': { everyMs: DAY_MS, run: () => cleanUp(ctx) },
        'notifications.remind': { everyMs: REMIND_EVERY_MS, run: () => remind(ctx) },
      },
      steps: {
        'patching.jobEnded': (tx, { jobId }) => noteJobFact(ctx, tx, { jobId, happened: 'ended' }),
        'patching.jobPaused': (tx, { jobId }) => noteJobFact(ctx, tx, { jobId, happened: 'paused' }),
        'identity.accountRemoved': (tx, { account }) => forgetWatches(tx, account.id),
        'hosts.groupDeleted': (tx, { group, by }) => forgetGroup(ctx, tx, group.id, by),
      },
      async started() {
        const rhythm = { ms: WARN_EVERY_MS, failed: 'nobody could be warned of what ends soon' };
        warning = work.every(ctx, rhythm, () => warnOfExpiries(ctx));
      },
      async stop() {
        warning?.stop();
      },
    };
  },
});
