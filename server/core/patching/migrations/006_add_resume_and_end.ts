import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const addResumeAndEnd: Migration = {
  name: 'patching/006_add_resume_and_end',
  async up(knex) {
    await knex.schema.alterTable('patching_jobs', (t) => {
      columns.timestamp(t, 'end_requested_at');
      columns.json(t, 'budget_from');
    });
  },
};
