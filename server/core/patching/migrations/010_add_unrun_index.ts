import type { Migration } from '../../../kernel/db/migrate.ts';

/** The fleet's figures ask whether a dry run holds a plan that nobody has run; this index alone answers. */
export const addUnrunIndex: Migration = {
  name: 'patching/010_add_unrun_index',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      t.index(['job_id', 'run_job_id', 'plan_hash'], 'patching_job_hosts_unrun');
    });
  },
};
