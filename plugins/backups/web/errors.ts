import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  BACKUP_NOT_FOUND: ['Backup not found.', RELOAD],
  BACKUP_NOT_CONFIGURED: [
    'No recipient of backups is set.',
    'Enter a public key of age under Recipients, and save.',
  ],
  BACKUP_RUNNING: ['A backup is already being made.', 'Wait until it has finished.'],
};
