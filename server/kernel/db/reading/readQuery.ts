import type { Knex } from 'knex';
import type { ReadQuery } from './types.ts';

/** A query as a thread takes it: made here, where its author knows the tables, and run there. */
export function readQueryOf(query: Knex.QueryBuilder): ReadQuery {
  const { sql, bindings } = query.toSQL().toNative();
  return { sql, bindings };
}
