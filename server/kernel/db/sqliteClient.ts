import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type SqliteConnection from 'better-sqlite3';

type Connection = SqliteConnection.Database;
type Statement = SqliteConnection.Statement<unknown[]>;

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
  context?: { lastID: number | bigint; changes: number };
}

/** What is used of knex's client, which has no types of its own. */
interface BaseClient {
  acquireConnection(): Promise<Connection>;
  acquireRawConnection(): Promise<Connection>;
  _formatBindings(bindings: readonly unknown[] | undefined): unknown[];
}

const require = createRequire(import.meta.url);
const BetterSqlite3Client = require('knex/lib/dialects/better-sqlite3/index.js') as new (
  config: Knex.Config,
) => BaseClient;

/** Synchronous queries starve timers and sockets; after so long others get a turn. */
const turnMs = 8;
const cachedStatements = 300;
const busyTimeoutMs = 5_000;

let turnStartedMs = 0;
/** SQLite prepares a statement again by itself when the schema has changed. */
const statements = new WeakMap<Connection, Map<string, Statement>>();

/**
 * knex on better-sqlite3, with what it lacks for a server: it lets the event loop breathe, keeps prepared
 * statements, takes the write lock when a transaction begins (a later upgrade could fail half way), and
 * shapes errors so that objection recognises them. (knex makes the clients of transactions without calling the
 * constructor: no state may live in private fields.)
 */
export class SqliteClient extends BetterSqlite3Client {
  /** Set on the writing client: throws if the caller is inside a transaction of this very database. */
  assertOutside: (() => void) | undefined;
  /** Set on the writing client: what holds its only connection, for the message of a time-out. */
  describeHolder: (() => string) | undefined;

  override async acquireConnection(): Promise<Connection> {
    this.assertOutside?.();
    try {
      return await super.acquireConnection();
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name !== 'KnexTimeoutError') throw cause;
      const holder = this.describeHolder?.() ?? 'unknown';
      throw new Error(
        `No database connection became free in time (in use by: ${holder}). SQLite has one connection: inside a transaction every query must use tx.knex.`,
        { cause },
      );
    }
  }

  async _query(connection: Connection, query: QueryObject): Promise<QueryObject> {
    if (performance.now() - turnStartedMs > turnMs) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      turnStartedMs = performance.now();
    }
    const bindings = this._formatBindings(query.bindings);
    const giveUpMs = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return run(connection, query, bindings);
      } catch (error) {
        // Another process writes. SQLite's own busy handler would block the event loop while it waits.
        if (!isBusy(error) || connection.inTransaction || performance.now() > giveUpMs)
          throw likeSqlite3(error);
      }
      await sleep(2 + Math.random() * 10);
    }
  }
}

function run(connection: Connection, query: QueryObject, bindings: unknown[]): QueryObject {
  const statement = prepare(connection, query.sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : query.sql);
  if (statement.reader) {
    query.response = statement.all(bindings);
    return query;
  }
  const response = statement.run(bindings);
  query.response = response;
  query.context = { lastID: response.lastInsertRowid, changes: response.changes };
  return query;
}

function prepare(connection: Connection, sql: string): Statement {
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** db-errors knows the errors of the package `sqlite3`: code, errno and message prefix are made alike. */
function likeSqlite3(error: unknown): unknown {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!(error instanceof Error) || typeof code !== 'string' || !code.startsWith('SQLITE_')) return error;
  const isConstraint = code.startsWith('SQLITE_CONSTRAINT');
  const shortCode = isConstraint ? 'SQLITE_CONSTRAINT' : code;
  Object.assign(error, { code: shortCode, extendedCode: code, errno: isConstraint ? 19 : 1 });
  error.message = `${shortCode}: ${error.message}`;
  return error;
}
