import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'saved-views/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('saved_views_views', (t) => {
      columns.id(t);
      columns.string(t, 'name', 60).notNullable();
      columns.nameKey(t).notNullable();
      columns.ascii(t, 'page', 60).notNullable();
      columns.text(t, 'query').notNullable();
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 255).notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
  },
};
