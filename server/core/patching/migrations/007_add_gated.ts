import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** Which gate holds a host, and since when: a gate that gives up after an hour must know when the wait began. */
export const addGated: Migration = {
  name: 'patching/007_add_gated',
  async up(knex) {
    await knex.schema.alterTable('patching_job_hosts', (t) => {
      columns.ascii(t, 'gated_by', 64);
      columns.timestamp(t, 'gated_since');
    });
  },
};
