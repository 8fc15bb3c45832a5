import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/**
 * Copies the SQLite file to `<file>.before-<name>.bak`, readable by its owner alone. An older copy of that name
 * is replaced only once the new one is whole. Throws, with what to do, if it cannot be made.
 */
export async function backUpSqlite(db: Database, migrationName: string, log: Logger): Promise<void> {
  const databases: { name: string; file: string }[] = await db.knex.raw('PRAGMA database_list');
  const file = databases.find((entry) => entry.name === 'main')?.file;
  if (!file) return;
  const backup = `${file}.before-${migrationName.replaceAll('/', '-')}.bak`;
  const unfinished = `${backup}.${process.pid}.tmp`;
  // Left by managers that were killed, and each as large as the database: this one alone uses the directory.
  for (const left of leftOvers(file)) rmSync(left, { force: true });
  const umask = process.umask(0o077);
  try {
    await db.knex.raw('VACUUM INTO ?', [unfinished]);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw new Error(
      `the copy of the database that is made before a migration failed (${(cause as Error).message}): nothing was changed. It needs as much room as ${file}; make room there and start again, or start the version of before`,
      { cause },
    );
  } finally {
    process.umask(umask);
  }
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, backup);
  log.info({ backup }, 'database copied before its migration');
}

/** The copies of this database that nobody finished. */
function leftOvers(file: string): string[] {
  const folder = path.dirname(file);
  const begin = `${path.basename(file)}.before-`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && name.endsWith('.tmp'))
    .map((name) => path.join(folder, name));
}
