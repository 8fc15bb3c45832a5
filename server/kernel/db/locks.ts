import type { Migration } from './migrate.ts';
import { columns } from './columns.ts';
import type { Tx } from './tx.ts';

export const lockMigrations: Migration[] = [
  {
    name: 'kernel/006_create_locks',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('kernel_locks', (t) => {
        columns.ascii(t, 'name', 64).notNullable().primary();
        columns.integer(t, 'version').notNullable();
      });
    },
  },
];

/**
 * Takes a lock that has a name, until the transaction ends, by writing its row: of two transactions that decide by
 * what both have read, the second one waits for the first. Where the database is a cluster (Galera), rows that are
 * locked and not written protect nothing, for the other node knows of no lock; two that wrote the same row do not both
 * commit, and the second runs again. Read what the decision is about after this call.
 */
export async function lockByName({ knex }: Pick<Tx, 'knex'>, name: string): Promise<void> {
  await knex('kernel_locks')
    .insert({ name, version: 1 })
    .onConflict('name')
    .merge({ version: knex.raw('kernel_locks.version % 1000000000 + 1') });
}

/**
 * `lockByName` for one thing of a kind. The things of a kind share 256 locks, so that their rows stay few; who meets
 * another's only waits.
 */
export const lockThing = (tx: Pick<Tx, 'knex'>, kind: string, id: string): Promise<void> =>
  lockByName(tx, `${kind}:${id.slice(-2)}`);
