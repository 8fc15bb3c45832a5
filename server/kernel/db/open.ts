import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { openMariadb } from './mariadb.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenDatabaseOptions {
  /** mysql://user:password@host:port/database; takes precedence over `file`. */
  url?: string;
  /** Path of the SQLite file, or ':memory:' (tests only: no second connection can see it). */
  file?: string;
  log: Logger;
  /** For tests: stands in for the database's own clock. */
  clock?: Clock;
}

/**
 * Opens one of the two databases. Writes belong into `RunTx` (tx.ts): what is written outside of it is atomic
 * by statement, but on SQLite not synced to the disk before it is acknowledged.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { url, file, log, clock } = options;
  if (url) return openMariadb(url, log, clock && (() => clock.now()));
  if (file) return openSqlite(file, log, () => clock?.now() ?? new Date());
  throw new Error('Neither an address nor a file of a database was given');
}
