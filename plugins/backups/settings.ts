import { setting, validationError } from '#sdk';

const MOST_RECIPIENTS = 20;

/** When the manager makes backups of itself, where, and who can open them. */
export const backupSection = setting.section(
  'backup',
  {
    enabled: setting.flag(false),
    time: setting.text('02:30', {
      maxLength: 5,
      judge: (value) =>
        /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value) ? null : 'must be a time of day such as 02:30',
    }),
    timezone: setting.timeZone('UTC'),
    directory: setting.text('/var/backups/fleetmend', {
      maxLength: 1_000,
      judge: (value) =>
        /^\/(?!.*(^|\/)\.\.?(\/|$))/.test(value) ? null : 'must be an absolute path without . and ..',
    }),
    keep: setting.keptDays(14, { min: 1, max: 365 }),
    recipients: setting.texts({
      maxItems: MOST_RECIPIENTS,
      item: setting.text('', {
        maxLength: 4_000,
        judge: (value) =>
          value.startsWith('age1') ? null : 'must be a public key of age, which begins with age1',
      }),
    }),
  },
  {
    // A directory of this machine.
    staysHere: true,
    check({ after }) {
      if (after.enabled && after.recipients.length === 0)
        throw validationError([
          {
            path: '/body/backup/recipients',
            message: 'is needed where backups are made: a public key of "age-keygen"',
          },
        ]);
    },
  },
);

export type BackupSettings = Parameters<NonNullable<(typeof backupSection)['check']>>[0]['after'];
