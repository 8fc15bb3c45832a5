import { columns, type Migration } from '../../../server/plugin.ts';

/** At most one row: the change that nobody has confirmed yet. */
export const createChanges: Migration = {
  name: 'web-tls/001_create_changes',
  async up(knex) {
    await knex.schema.createTable('web_tls_changes', (t) => {
      t.integer('id').notNullable().primary();
      columns.ascii(t, 'previous', 20).notNullable();
      columns.timestamp(t, 'confirm_by').notNullable();
    });
  },
};
