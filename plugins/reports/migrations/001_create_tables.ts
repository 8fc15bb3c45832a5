import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'reports/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('reports_schedules', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.ascii(t, 'report_type', 32).notNullable();
      columns.ascii(t, 'format', 10).notNullable();
      columns.ascii(t, 'period', 20).notNullable();
      columns.integer(t, 'period_days');
      columns.uuid(t, 'group_id');
      columns.ascii(t, 'timezone', 64).notNullable();
      columns.ascii(t, 'rrule', 1024).notNullable();
      columns.json(t, 'recipients').notNullable();
      columns.json(t, 'scope').notNullable();
      columns.uuid(t, 'author_id');
      columns.string(t, 'author_name', 255).notNullable();
      columns.timestamp(t, 'next_start_at');
      columns.timestamp(t, 'look_at').index('reports_schedules_by_look');
      columns.timestamp(t, 'run_start_at');
      columns.ascii(t, 'run_state', 10);
      columns.integer(t, 'run_tries').notNullable();
      columns.timestamp(t, 'run_due_at').index('reports_schedules_by_run');
      columns.string(t, 'run_message', 500);
      columns.timestamp(t, 'run_ended_at');
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
  },
};
