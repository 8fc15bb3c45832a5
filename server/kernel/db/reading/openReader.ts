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
    return { knex, dialect: 'mariadb', iterate: (query) => iterateMariadb(knex, query) };
  }
  const knex = connectSqlite(address.file ?? '', log, true);
  return { knex, dialect: 'sqlite', iterate: (query) => iterateSqlite(knex, query) };
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
