/** Backups of the whole installation, as `fleetmend backup` makes them. */
export { makeBackup as make, requireRecipients } from '../server/kernel/backup/make.ts';
export { BackupUnreadable as Failed } from '../server/kernel/backup/lines.ts';
export type { Made } from '../server/kernel/backup/backup.ts';
