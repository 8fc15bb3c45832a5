import type { Migration } from '../../../kernel/db/migrate.ts';

/** Retries and resumes of earlier releases were not counted: their jobs are in their first round. */
export const addJobRound: Migration = {
  name: 'patching/017_add_job_round',
  async up(knex) {
    await knex.schema.alterTable('patching_jobs', (t) => {
      t.integer('round').notNullable().defaultTo(1);
    });
  },
};
