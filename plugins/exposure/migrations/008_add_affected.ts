import { columns, type Migration } from '../../../server/plugin.ts';

/** Counts of the products that the documents of a file call affected; null: not read, or a file without documents. */
export const addAffected: Migration = {
  name: 'exposure/008_add_affected',
  async up(knex) {
    await knex.schema.alterTable('exposure_data_sets', (t) => {
      columns.json(t, 'affected');
    });
  },
};
