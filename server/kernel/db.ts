import type { Knex } from 'knex';
import type { Logger } from 'pino';

export type Dialect = 'sqlite' | 'mariadb';

export interface Database {
  readonly knex: Knex;
  readonly dialect: Dialect;
  /**
   * For reads that may not queue behind a write transaction (lists, status). On SQLite a second, read-only
   * connection, which sees only what is committed; on MariaDB the same pool as `knex`.
   */
  readonly reader: Knex;
  /** The time by the database's clock. Leases and due times go by it, because managers' clocks differ. */
  now(): Promise<Date>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** mysql://user:password@host:port/database; takes precedence over `file`. */
  url?: string;
  /** Path of the SQLite file, or ':memory:' (tests only: no second connection can see it). */
  file?: string;
  log: Logger;
}

export async function openDatabase(_options: OpenDatabaseOptions): Promise<Database> {
  throw new Error('not built yet');
}

/**
 * A point of time, as it is bound in where clauses, on both databases: `where('next_poll_at', '<=', ts(now))`.
 * Never compare with an ISO string or with `fn.now()`: SQLite keeps integers (milliseconds) and any text
 * sorts above any number there.
 */
export function ts(at: Date | number): Date {
  return at instanceof Date ? at : new Date(at);
}

/** Reads a timestamp that came from a raw query (models do this by themselves): integer or Date → Date. */
export function fromTs(value: unknown): Date | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value : new Date(Number(value));
}

/** Inserts many rows in statements that both databases accept, and yields between them. */
export async function insertChunked(
  _knex: Knex,
  _table: string,
  _rows: readonly object[],
  _chunkSize?: number,
): Promise<void> {
  throw new Error('not built yet');
}
