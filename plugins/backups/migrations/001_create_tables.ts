import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'backups/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('backups_backups', (t) => {
      columns.id(t);
      columns.ascii(t, 'state', 10).notNullable();
      columns.timestamp(t, 'due_at').notNullable();
      columns.timestamp(t, 'look_at');
      columns.uuid(t, 'requested_by_id');
      columns.string(t, 'requested_by_name', 255);
      columns.integer(t, 'tries').notNullable();
      columns.uuid(t, 'manager_id');
      columns.timestamp(t, 'started_at');
      columns.timestamp(t, 'ended_at');
      columns.text(t, 'file');
      columns.bigint(t, 'rows');
      columns.bigint(t, 'bytes');
      columns.text(t, 'message');
      t.index(['look_at'], 'backups_backups_by_look');
    });
  },
};
