import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'maintenance-windows/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('maintenance_windows_entries', (t) => {
      columns.id(t);
      columns.ascii(t, 'kind', 10).notNullable();
      columns.uuid(t, 'host_id').index('maintenance_windows_entries_by_host');
      columns.uuid(t, 'group_id').index('maintenance_windows_entries_by_group');
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.ascii(t, 'timezone', 64).notNullable();
      columns.ascii(t, 'rrule', 1024);
      columns.integer(t, 'days_after').notNullable();
      columns.timestamp(t, 'starts_at');
      columns.integer(t, 'duration_secs').notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
  },
};
