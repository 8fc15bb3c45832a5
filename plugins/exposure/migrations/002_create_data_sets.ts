import { columns, type Migration } from '../../../server/plugin.ts';

/**
 * One row for each kind exists from the start, so that managers claim an import by an update. `scored_after`: known
 * CVEs up to this one have what the present data set says; null: all have. The blocks of an import are stored under its
 * id before it counts.
 */
export const createDataSets: Migration = {
  name: 'exposure/002_create_data_sets',
  async up(knex) {
    await knex.schema.createTable('exposure_data_sets', (t) => {
      columns.ascii(t, 'kind', 16).notNullable().primary();
      columns.uuid(t, 'import_id');
      columns.ascii(t, 'version', 32);
      columns.timestamp(t, 'source_date');
      columns.timestamp(t, 'imported_at');
      columns.uuid(t, 'imported_by_id');
      columns.string(t, 'imported_by_name', 255);
      columns.ascii(t, 'sha256', 64);
      columns.integer(t, 'row_count');
      columns.ascii(t, 'scored_after', 32);
      columns.uuid(t, 'claim_id');
      columns.timestamp(t, 'claimed_until');
    });
    await knex('exposure_data_sets').insert([{ kind: 'kev' }, { kind: 'epss' }]);
    await knex.schema.createTable('exposure_data_blocks', (t) => {
      columns.uuid(t, 'import_id').notNullable();
      columns.ascii(t, 'block', 32).notNullable();
      columns.json(t, 'entries').notNullable();
      t.primary(['import_id', 'block']);
    });
  },
};
