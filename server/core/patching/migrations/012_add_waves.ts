import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const addWaves: Migration = {
  name: 'patching/012_add_waves',
  async up(knex) {
    await knex.schema.alterTable('patching_jobs', (t) => {
      columns.json(t, 'waves');
      columns.integer(t, 'current_wave');
    });
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.integer(t, 'wave');
    });
  },
};
