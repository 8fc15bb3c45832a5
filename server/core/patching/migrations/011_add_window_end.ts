import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** The end of the window in which a waiting host will begin; the window's start is `next_attempt_at`. */
export const addWindowEnd: Migration = {
  name: 'patching/011_add_window_end',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.timestamp(t, 'window_end_at');
    });
  },
};
