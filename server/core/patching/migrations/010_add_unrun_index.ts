import type { Migration } from '../../../kernel/db/migrate.ts';

/** Whether a dry run holds a plan that nobody has run is asked with each figure of the fleet: of the index alone. */
export const addUnrunIndex: Migration = {
  name: 'patching/010_add_unrun_index',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      t.index(['job_id', 'run_job_id', 'plan_hash'], 'patching_job_hosts_unrun');
    });
  },
};
