import type { Migration } from '../../../server/plugin.ts';

/** For the step that runs when a host is deleted. */
export const addHostIndex: Migration = {
  name: 'enrollment/003_add_host_index',
  async up(knex) {
    await knex.schema.alterTable('enrollment_requests', (t) => {
      t.index(['host_id']);
    });
  },
};
