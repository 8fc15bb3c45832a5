import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** A target may name ten thousand hosts: in the job's own row, every change of the counts would rewrite it. */
export const createTargets: Migration = {
  name: 'patching/014_create_targets',
  async up(knex) {
    await knex.schema.createTable('patching_targets', (t) => {
      columns.id(t, 'job_id');
      columns.json(t, 'target').notNullable();
    });
    await knex.raw(
      'insert into patching_targets (job_id, target) select id, target from patching_jobs where target is not null',
    );
    await knex.raw('alter table patching_jobs drop column target');
  },
};
