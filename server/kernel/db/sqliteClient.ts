import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
// @ts-expect-error knex types no client of its own; below stands what is used of this one
import KnexClient from 'knex/lib/dialects/better-sqlite3/index.js';
import type SqliteConnection from 'better-sqlite3';
import { isTurnOver, likeSqlite3, nextTurn, prepare } from './sqliteStatements.ts';

type Connection = SqliteConnection.Database;

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
  method?: string;
  /** With the method `pluck`: the column whose values alone are wanted. */
  pluck?: string;
  /** The response holds these values already, and no rows. */
  isPlucked?: boolean;
  context?: { lastID: number | bigint; changes: number };
}

/** What is used of knex's client, which has no types of its own. */
interface BaseClient {
  acquireConnection(): Promise<Connection>;
  acquireRawConnection(): Promise<Connection>;
  _formatBindings(bindings: readonly unknown[] | undefined): unknown[];
  processResponse(query: QueryObject, runner: unknown): unknown;
}

const BetterSqlite3Client = KnexClient as new (config: Knex.Config) => BaseClient;

const busyTimeoutMs = 5_000;

/**
 * knex on better-sqlite3, with what it lacks for a server: it gives the event loop its turns, keeps prepared
 * statements, takes the write lock when a transaction begins (a later upgrade could fail half way), and shapes errors
 * so that objection recognises them. (knex makes the clients of transactions without calling the constructor: no state
 * may live in private fields.)
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
    if (isTurnOver()) await nextTurn();
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

  override processResponse(query: QueryObject, runner: unknown): unknown {
    return query.isPlucked ? query.response : super.processResponse(query, runner);
  }
}

function run(connection: Connection, query: QueryObject, bindings: unknown[]): QueryObject {
  const statement = prepare(connection, query.sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : query.sql);
  if (statement.reader) {
    // Thousands of ids are read in a third of the time when no object is made of each row.
    query.isPlucked = query.method === 'pluck' && statement.columns()[0]?.name === query.pluck;
    query.response = query.isPlucked ? pluck(statement, bindings) : statement.all(bindings);
    return query;
  }
  const response = statement.run(bindings);
  query.response = response;
  query.context = { lastID: response.lastInsertRowid, changes: response.changes };
  return query;
}

/** The values of the first column. The statement is kept, and may be asked for whole rows the next time. */
function pluck(statement: ReturnType<typeof prepare>, bindings: unknown[]): unknown[] {
  try {
    return statement.pluck(true).all(bindings);
  } finally {
    statement.pluck(false);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
