import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/**
 * One row, which whoever gives a host an address by hand locks. No unique key does it instead: agents that enroll or come
 * back at another address tell the truth, also while a host that is gone or has swapped with it is still known there.
 */
export const addEndpointLock: Migration = {
  name: 'hosts/011_add_endpoint_lock',
  async up(knex) {
    await knex.schema.createTable('hosts_locks', (t) => {
      columns.ascii(t, 'name', 32).notNullable().primary();
    });
    await knex('hosts_locks').insert({ name: 'endpoints' });
  },
};
