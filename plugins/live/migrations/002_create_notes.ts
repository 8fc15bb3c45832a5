import { columns, type Migration } from '../../../server/plugin.ts';

export const createNotes: Migration = {
  name: 'live/002_create_notes',
  async up(knex) {
    await knex.schema.createTable('live_notes', (t) => {
      columns.rowId(t, 'id');
      columns.uuid(t, 'origin').notNullable();
      columns.timestamp(t, 'at').notNullable().index();
      columns.json(t, 'note').notNullable();
    });
  },
};
