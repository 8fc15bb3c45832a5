import type SqliteConnection from 'better-sqlite3';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { DatabaseAddress } from '../database.ts';
import { connectMariadb } from '../mariadb.ts';
import { connectSqlite } from '../sqlite.ts';
import type { ReadDatabase, ReadQuery } from './types.ts';

/** A connection that cannot write: SQLite opens the file read-only, on MariaDB each transaction is read-only. */
export function openReader(address: DatabaseAddress, log: Logger): ReadDatabase {
  if (address.url !== undefined) {
    const knex = connectMariadb(address.url, log, { readonly: true });
    const over = (some: Knex) => ({
      knex: some,
      dialect: 'mariadb' as const,
      iterate: (query: ReadQuery) => iterateMariadb(some, query),
    });
    return { ...over(knex), snapshot: (work) => inSnapshot(knex, (trx) => work(nested(over(trx)))) };
  }
  const knex = connectSqlite(address.file ?? '', log, true);
  const db = { knex, dialect: 'sqlite' as const, iterate: (query: ReadQuery) => iterateSqlite(knex, query) };
  return { ...db, snapshot: (work) => inOneConnection(knex, () => work(nested(db))) };
}

const nested = (db: Omit<ReadDatabase, 'snapshot'>): ReadDatabase => ({
  ...db,
  snapshot: () => {
    throw new Error('a snapshot has none inside it');
  },
});

/** Elsewhere each statement reads what is committed (see `sessionSettings` in mariadb.ts). */
async function* inSnapshot<T>(knex: Knex, work: (trx: Knex) => AsyncIterable<T>): AsyncIterable<T> {
  const trx = await knex.transaction({ isolationLevel: 'repeatable read' });
  try {
    yield* work(trx);
  } finally {
    await trx.rollback();
  }
}

/** The pool has one connection, so what is read meanwhile is read in this transaction. */
async function* inOneConnection<T>(knex: Knex, work: () => AsyncIterable<T>): AsyncIterable<T> {
  await knex.raw('begin');
  try {
    yield* work();
  } finally {
    await knex.raw('rollback');
  }
}

async function* iterateSqlite(knex: Knex, { sql, bindings }: ReadQuery): AsyncIterable<unknown> {
  const connection = (await knex.client.acquireConnection()) as SqliteConnection.Database;
  try {
    yield* connection.prepare(sql).iterate(bindings.map(boundInSqlite));
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

async function* iterateMariadb(knex: Knex, { sql, bindings }: ReadQuery): AsyncIterable<unknown> {
  yield* knex.raw(sql, bindings as Knex.RawBinding[]).stream();
}

/** As knex binds values: points of time in milliseconds, booleans as 0 and 1. */
function boundInSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
}
