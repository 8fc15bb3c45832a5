import type { Migration } from '../../../kernel/db/migrate.ts';

/** For the latest runs of a host; it also does what the index that it replaces did. */
export const indexLatestRuns: Migration = {
  name: 'patching/016_index_latest_runs',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      t.index(['host_id', 'state', 'completed_at'], 'patching_job_hosts_latest');
    });
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      t.dropIndex(['host_id', 'state']);
    });
  },
};
