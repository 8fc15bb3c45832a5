import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/**
 * One row that every change of a host's address by hand locks. A unique key would not do: an agent that enrolls or
 * returns at another address must be accepted, even while another host is still recorded at that address.
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
