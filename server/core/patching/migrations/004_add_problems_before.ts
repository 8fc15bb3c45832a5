import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const addProblemsBefore: Migration = {
  name: 'patching/004_add_problems_before',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.json(t, 'problems_before');
    });
  },
};
