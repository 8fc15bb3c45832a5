import { columns, type Migration } from '../../../server/plugin.ts';

export const createGates: Migration = {
  name: 'health-checks/002_create_gates',
  async up(knex) {
    await knex.schema.createTable('health_checks_gates', (t) => {
      columns.uuid(t, 'job_id').notNullable();
      columns.uuid(t, 'host_id').notNullable().index('health_checks_gates_by_host');
      columns.json(t, 'red_before').notNullable();
      columns.json(t, 'watch');
      t.primary(['job_id', 'host_id']);
    });
    await knex.schema.createTable('health_checks_overrides', (t) => {
      columns.uuid(t, 'job_id').notNullable().primary();
      columns.string(t, 'reason', 500).notNullable();
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 255).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
    });
  },
};
