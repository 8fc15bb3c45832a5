import type { Migration } from '../../../kernel/db/migrate.ts';

/** Every list of jobs asks for the runs of its plans. */
export const addPlanIndex: Migration = {
  name: 'patching/008_add_plan_index',
  async up(knex) {
    await knex.schema.alterTable('patching_jobs', (t) => {
      t.index(['from_plan_job_id']);
    });
  },
};
