import { columns, type Migration } from '../../../server/plugin.ts';

/**
 * When a data set was last fetched by URL (null: never), and why that failed (null: it did not). `fetched_as` is how
 * the server identified the imported version, so that it need not send it again.
 */
export const addFetches: Migration = {
  name: 'exposure/005_add_fetches',
  async up(knex) {
    await knex.schema.alterTable('exposure_data_sets', (t) => {
      columns.timestamp(t, 'attempted_at');
      columns.json(t, 'attempt_error');
      columns.json(t, 'fetched_as');
    });
  },
};
