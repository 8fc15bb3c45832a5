import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'web-tls/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    // At most one row: the change that nobody has confirmed yet.
    await knex.schema.createTable('web_tls_changes', (t) => {
      t.integer('id').notNullable().primary();
      columns.ascii(t, 'previous', 20).notNullable();
      columns.timestamp(t, 'confirm_by').notNullable();
    });
  },
};
