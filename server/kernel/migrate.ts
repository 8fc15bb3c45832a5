import type { Knex } from 'knex';

import type { Logger } from 'pino';
import type { Database, Dialect } from './db.ts';

export interface Migration {
  /** '<feature>/001_verb_noun'; never renamed, never removed. */
  name: string;
  /**
   * `knex` is outside of a transaction on MariaDB, where DDL commits by itself, and inside one on SQLite.
   * Keep one migration to one table where possible.
   */
  up(knex: Knex, dialect: Dialect): Promise<void>;
}

export async function migrate(
  _db: Database,
  _migrations: readonly Migration[],
  _log: Logger,
): Promise<{ applied: string[] }> {
  throw new Error('not built yet');
}
export { columns } from './migrateColumns.ts';
