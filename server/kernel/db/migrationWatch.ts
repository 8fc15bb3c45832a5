import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { Database } from './database.ts';
import { newerMigrations, type Migration } from './migrate.ts';

const LOOK_MS = 15_000;

export interface MigrationWatchParts {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Those of the features that are on. */
  migrations: readonly Migration[];
}

/**
 * Looks four times a minute whether a newer version has migrated the database since the start, and calls `found` with
 * the names of its migrations, once. This version must write no more then: it does not know what the new columns need.
 * A SQLite database has one manager alone, so nobody looks.
 */
export function watchMigrations(
  { db, clock, log, migrations }: MigrationWatchParts,
  found: (names: readonly string[]) => void,
): { stop(): void } {
  if (db.dialect === 'sqlite') return { stop: () => undefined };
  const rhythm = { ms: LOOK_MS, failed: 'whether a newer version has migrated the database is not known' };
  const watch = every({ clock, log }, rhythm, async () => {
    const names = await newerMigrations(db, migrations);
    if (names.length === 0) return;
    watch.stop();
    found(names);
  });
  return watch;
}
