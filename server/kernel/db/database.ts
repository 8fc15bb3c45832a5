import type { Knex } from 'knex';
import type { Clock } from '../clock.ts';
import { writeDirectly } from './sqliteStatements.ts';

export type Dialect = 'sqlite' | 'mariadb';

/** Where the database is: what another connection to it needs. */
export interface DatabaseAddress {
  /** mysql://…; takes precedence over `file`. */
  url?: string;
  file?: string;
}

/**
 * A manager's connections to MariaDB, and how many of them transactions may have. A part of a transaction that reads
 * outside of it needs another one: were all with transactions that wait so, none would end before its time is over.
 */
export const mariadbPool = { connections: 10, transactions: 7 } as const;

export interface Database {
  readonly address: DatabaseAddress;
  readonly knex: Knex;
  readonly dialect: Dialect;
  /**
   * For reads that may not queue behind a write transaction (lists, status). On SQLite a second, read-only
   * connection, which sees only what is committed; on MariaDB the same pool as `knex`.
   */
  readonly reader: Knex;
  /**
   * The time by the database's clock. Leases and due times go by it, because managers' clocks differ. Inside a
   * transaction pass its `knex`: a second connection might not become free before the transaction ends.
   */
  now(inside?: Knex): Promise<Date>;
  /** Milliseconds since the database last refused to write (disk full, read-only or broken); Infinity: never. */
  sinceUnwritableMs(): number;
  /**
   * The database's file if it was removed or replaced since this process has opened it: what is written then is lost at
   * the end of the process. Null: it was not, or the database is a server.
   */
  lostFile(): string | null;
  close(): Promise<void>;
}

/**
 * How far this machine's clock is ahead of the database's (negative: behind), in milliseconds, give or take
 * half of the round trip. Managers that differ by much would disagree on leases.
 */
export async function clockSkewMs(db: Database, clock: Clock): Promise<number> {
  const before = clock.now().getTime();
  const there = (await db.now()).getTime();
  const after = clock.now().getTime();
  return (before + after) / 2 - there;
}

/**
 * True for a violated unique key of either database, by objection or by plain knex. Objection's is known by its name:
 * threads that read load this file too, and need nothing of objection's 300 others.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'UniqueViolationError') return true;
  if (!('code' in error)) return false;
  if (error.code === 'ER_DUP_ENTRY') return true;
  return error.code === 'SQLITE_CONSTRAINT' && error.message.includes('UNIQUE constraint failed');
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

/** Rows per statement: SQLite refuses more than 500 terms in one compound select. */
const maxRowsPerInsert = 200;
/** SQLite takes 32,766 bound values in one statement. */
const maxBindingsPerInsert = 30_000;

/**
 * Inserts many rows (columns as the database names them) in statements that both databases accept. Not atomic
 * by itself: give it `tx.knex`. Rows of models go through `insertModels` in model.ts.
 */
export async function insertChunked(knex: Knex, table: string, rows: readonly object[]): Promise<void> {
  const columns = columnsOf(rows);
  if (rows.length === 0 || columns.length === 0) return;
  const names = columns.map((column) => `\`${column}\``).join(', ');
  const sql = `insert into \`${table}\` (${names}) values (${columns.map(() => '?').join(', ')})`;
  const values = rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  if ((await writeDirectly(knex, sql, values)) !== null) return;
  const size = Math.max(1, Math.min(maxRowsPerInsert, Math.floor(maxBindingsPerInsert / columns.length)));
  for (let start = 0; start < rows.length; start += size) {
    await knex(table).insert(rows.slice(start, start + size));
  }
}

/** Columns for which at least one row has a value; the others are left to their defaults. */
function columnsOf(rows: readonly object[]): string[] {
  const given = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : name)),
  );
  return [...new Set(given)];
}
