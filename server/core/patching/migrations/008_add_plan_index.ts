import type { Migration } from '../../../kernel/db/migrate.ts';

/** The runs of a plan are asked for with every list of jobs. */
export const addPlanIndex: Migration = {
  name: 'patching/008_add_plan_index',
  async up(knex) {
    await knex.schema.alterTable('patching_jobs', (t) => {
      t.index(['from_plan_job_id']);
    });
  },
};
