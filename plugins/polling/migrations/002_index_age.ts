import type { Migration } from '../../../server/plugin.ts';

/** For the deletion of old refreshes. */
export const indexAge: Migration = {
  name: 'polling/002_index_age',
  async up(knex) {
    await knex.schema.alterTable('polling_refreshes', (t) => {
      t.index(['started_at'], 'polling_refreshes_by_age');
    });
  },
};
