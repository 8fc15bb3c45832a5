import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { actors, backups, definePlugin, validationError } from '#sdk';
import { createTables } from './migrations/001_create_tables.ts';
import { backupRoutes } from './routes.ts';
import { createRunner } from './run.ts';
import { LONGEST_WAIT_MS, plan } from './schedule.ts';
import { backupSection } from './settings.ts';

/** The manager makes a backup of itself each day, and tells people when it cannot. */
export const backupsPlugin = definePlugin({
  name: 'backups',
  requires: ['identity', 'notifications?'],
  settings: [backupSection],
  migrations: [createTables],
  errors: {
    BACKUP_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such backup.' },
    BACKUP_NOT_CONFIGURED: {
      status: 409,
      retryable: false,
      message: 'The settings name no recipient of backups: enter a public key of "age-keygen" there.',
    },
    BACKUP_RUNNING: {
      status: 409,
      retryable: true,
      message: 'A backup that somebody asked for has not ended.',
    },
  },
  setup(ctx) {
    const runner = createRunner(ctx);
    ctx.waits.add(() => [
      { table: 'backups_backups', column: 'look_at', kind: 'timestamp', longest: LONGEST_WAIT_MS },
    ]);
    ctx.settings.beforeUpdate(backupSection, async ({ before, after, by }) => {
      const isElsewhere = before.directory !== after.directory;
      const added = after.recipients.filter((one) => !before.recipients.includes(one));
      // Whoever has a backup and its key has the keys to all hosts.
      if (isElsewhere || added.length > 0) actors.requireFresh(by.actor, ctx.clock.now());
      const issues = [
        await recipientsIssue(added),
        after.enabled ? await directoryIssue(after.directory) : null,
      ];
      const found = issues.filter((issue) => issue !== null);
      if (found.length > 0) throw validationError(found);
    });
    ctx.settings.inUpdate(backupSection, async (tx, { after }) => {
      await plan(tx, after, await ctx.db.now(tx.knex));
    });
    return {
      routes: backupRoutes(ctx, () => runner.wake()),
      started() {
        runner.start();
        return Promise.resolve();
      },
      stop: () => runner.stop(),
    };
  },
});

async function recipientsIssue(added: readonly string[]) {
  try {
    await backups.requireRecipients(added);
    return null;
  } catch (error) {
    return { path: '/body/backup/recipients', message: (error as Error).message };
  }
}

/** Of several managers each must have it; the one that saves it can only judge its own. */
async function directoryIssue(directory: string) {
  const path = '/body/backup/directory';
  try {
    if (!(await stat(directory)).isDirectory()) return { path, message: 'is no directory' };
    await access(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return { path, message: `cannot be written by the manager: ${(error as Error).message}` };
  }
}
