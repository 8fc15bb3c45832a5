import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** When the window that a waiting host will begin in ends: its start is `next_attempt_at`. */
export const addWindowEnd: Migration = {
  name: 'patching/011_add_window_end',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.timestamp(t, 'window_end_at');
    });
  },
};
