import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'fleet/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    // One row an hour; `hour` is its beginning, so that several managers write it once.
    await knex.schema.createTable('fleet_snapshots', (t) => {
      columns.timestamp(t, 'hour').notNullable().primary();
      columns.integer(t, 'hosts_total').notNullable();
      columns.integer(t, 'hosts_unreachable').notNullable();
      columns.integer(t, 'hosts_with_security').notNullable();
      columns.bigint(t, 'patches_security_total').notNullable();
      columns.bigint(t, 'patches_total').notNullable();
      columns.integer(t, 'hosts_reboot_required').notNullable();
    });
  },
};
