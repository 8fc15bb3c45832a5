import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/**
 * Copies the SQLite file to `<file>.before-<name>.bak`, readable by its owner alone. An older copy of that name
 * is replaced only once the new one is whole.
 */
export async function backUpSqlite(db: Database, migrationName: string, log: Logger): Promise<void> {
  const databases: { name: string; file: string }[] = await db.knex.raw('PRAGMA database_list');
  const file = databases.find((entry) => entry.name === 'main')?.file;
  if (!file) return;
  const backup = `${file}.before-${migrationName.replaceAll('/', '-')}.bak`;
  const unfinished = `${backup}.${process.pid}.tmp`;
  rmSync(unfinished, { force: true });
  const umask = process.umask(0o077);
  try {
    await db.knex.raw('VACUUM INTO ?', [unfinished]);
  } finally {
    process.umask(umask);
  }
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, backup);
  log.info({ backup }, 'database copied before its migration');
}
