import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'live/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('live_tickets', (t) => {
      columns.ascii(t, 'hash', 64).notNullable().primary();
      columns.json(t, 'actor').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index();
    });
    await knex.schema.createTable('live_notes', (t) => {
      columns.rowId(t, 'id');
      columns.uuid(t, 'origin').notNullable();
      columns.timestamp(t, 'at').notNullable().index();
      columns.json(t, 'note').notNullable();
    });
  },
};
