import { columns, type Migration } from '../../../server/plugin.ts';

/** What became of the products that the documents of a file call affected; null: they were not read, or are none. */
export const addAffected: Migration = {
  name: 'exposure/008_add_affected',
  async up(knex) {
    await knex.schema.alterTable('exposure_data_sets', (t) => {
      columns.json(t, 'affected');
    });
  },
};
