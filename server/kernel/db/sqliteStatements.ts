import type SqliteConnection from 'better-sqlite3';
import type { Knex } from 'knex';
import { takesPrecedence } from './requests.ts';

type Connection = SqliteConnection.Database;
type Statement = SqliteConnection.Statement<unknown[]>;

/** Synchronous queries starve timers and sockets; after this long those get a turn. */
const turnMs = 8;
/** Queries of a request, for which somebody waits, go before those of jobs and polls: they may make a turn this long. */
const requestTurnMs = 40;
const cachedStatements = 300;

let turnStartedMs = 0;
/** SQLite prepares a statement again by itself when the schema has changed. */
const statements = new WeakMap<Connection, Map<string, Statement>>();

export const isTurnOver = (): boolean =>
  performance.now() - turnStartedMs > (takesPrecedence() ? requestTurnMs : turnMs);

export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  turnStartedMs = performance.now();
}

/** The connections of open transactions, by knex's object for each. */
const transactions = new WeakMap<Knex, Connection>();

/**
 * Lets `writeDirectly` write in this transaction until the returned function is called, which must be before the
 * transaction ends.
 */
export function openForWriting(transaction: Knex, connection: Connection): () => void {
  transactions.set(transaction, connection);
  return () => void transactions.delete(transaction);
}

/**
 * Runs one statement in an open transaction, once for each of these lists of values, without knex, which takes four
 * times as long for a statement as SQLite does. Resolves with how many rows it changed in all; null, with nothing done,
 * where `knex` is no open transaction of SQLite.
 */
export async function writeDirectly(
  knex: Knex,
  sql: string,
  values: readonly (readonly unknown[])[],
): Promise<number | null> {
  const connection = transactions.get(knex);
  if (!connection) return null;
  let changed = 0;
  for (const some of values) {
    if (isTurnOver()) await nextTurn();
    // Meanwhile the transaction may have ended, by its time limit.
    if (transactions.get(knex) !== connection) throw new Error('the transaction has ended');
    try {
      changed += prepare(connection, sql).run(some.map(bound)).changes;
    } catch (error) {
      throw likeSqlite3(error);
    }
  }
  return changed;
}

/** As knex binds a value. */
function bound(value: unknown): unknown {
  if (value instanceof Date) return value.valueOf();
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

export function prepare(connection: Connection, sql: string): Statement {
  if (!/^\s*(select|insert|update|delete|with|begin|commit|rollback)/i.test(sql))
    return connection.prepare(sql);
  let cache = statements.get(connection);
  if (!cache) statements.set(connection, (cache = new Map()));
  const known = cache.get(sql);
  if (known) return known;
  const statement = connection.prepare<unknown[]>(sql);
  if (cache.size >= cachedStatements) cache.delete(cache.keys().next().value ?? '');
  cache.set(sql, statement);
  return statement;
}

/** db-errors knows the errors of the package `sqlite3`: code, errno and message prefix are made alike. */
export function likeSqlite3(error: unknown): unknown {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!(error instanceof Error) || typeof code !== 'string' || !code.startsWith('SQLITE_')) return error;
  const isConstraint = code.startsWith('SQLITE_CONSTRAINT');
  const shortCode = isConstraint ? 'SQLITE_CONSTRAINT' : code;
  Object.assign(error, { code: shortCode, extendedCode: code, errno: isConstraint ? 19 : 1 });
  error.message = `${shortCode}: ${error.message}`;
  return error;
}
