import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { Schemas } from '#web/core/schema.ts';

export const STATES: Readonly<Record<Schemas['BackupState'], readonly [Tone, string]>> = {
  waiting: ['neutral', 'Scheduled'],
  running: ['busy', 'Running'],
  made: ['ok', 'Completed'],
  failed: ['bad', 'Failed'],
};

export const texts = {
  schedule: 'Scheduled backup',
  intro:
    'Everything of this installation in one encrypted file: database, certificate authority, keys and configuration. “fleetmend restore” brings it back on any machine.',
  title: 'Backups',
  what: 'Backups made with “fleetmend backup” on the manager’s machine are not listed.',
  label: 'Backups',
  none: 'No backups yet',
  noneText: 'Enter a recipient and a directory above, save, and run a backup to see that it works.',
  run: 'Back up now',
  starting: 'Starting …',
  started: 'The backup has started.',
  retry: (tries: number): string => `Attempt ${tries} of 3 failed`,
};
