import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { Database } from './database.ts';
import { newerMigrations, RUNS_ON, toldOf, type Migration } from './migrate.ts';

const LOOK_MS = 15_000;

export interface MigrationWatchParts {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Those of the features that are on. */
  migrations: readonly Migration[];
}

/**
 * Looks four times a minute whether a newer version has migrated the database since the start in a way that this one
 * does not run on with, and calls `found` with the names of those migrations, once. This version must write no more then:
 * it does not know what the new columns need. Others are told in the log, once. A SQLite database has one manager
 * alone, so nobody looks.
 */
export function watchMigrations(
  { db, clock, log, migrations }: MigrationWatchParts,
  found: (names: readonly string[]) => void,
): { stop(): void } {
  if (db.dialect === 'sqlite') return { stop: () => undefined };
  const rhythm = { ms: LOOK_MS, failed: 'whether a newer version has migrated the database is not known' };
  let told = 0;
  const watch = every({ clock, log }, rhythm, async () => {
    const { runsOn, stops } = await newerMigrations(db, migrations);
    if (runsOn.length > told) log.warn(toldOf(runsOn), RUNS_ON);
    told = runsOn.length;
    if (stops.length === 0) return;
    watch.stop();
    found(stops.map(({ name }) => name));
  });
  return watch;
}
