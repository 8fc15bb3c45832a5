import { columns, type Migration } from '../../../server/plugin.ts';

/**
 * How much of a host's last list was not recorded because of the limits on rows (null: nothing), and what its rows of a
 * day are counted by.
 */
export const addCut: Migration = {
  name: 'exposure/009_add_cut',
  async up(knex) {
    await knex.schema.alterTable('exposure_hosts', (t) => {
      columns.integer(t, 'cut');
    });
    await knex.schema.alterTable('exposure_findings', (t) => {
      t.index(['host_id', 'opened_at'], 'exposure_findings_by_opening');
    });
    await knex.schema.alterTable('exposure_patches', (t) => {
      t.index(['host_id', 'opened_at'], 'exposure_patches_by_opening');
    });
  },
};
