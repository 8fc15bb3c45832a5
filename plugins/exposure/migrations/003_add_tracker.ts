import { columns, type Migration } from '../../../server/plugin.ts';

/** `cves`: how many CVEs are named for a patch; null until its host is taken in again. All known hosts are made due. */
export const addTracker: Migration = {
  name: 'exposure/003_add_tracker',
  async up(knex) {
    await knex('exposure_data_sets').insert({ kind: 'debian-tracker' });
    await knex.schema.alterTable('exposure_patches', (t) => {
      columns.integer(t, 'cves');
      t.index(['open', 'cves', 'host_id'], 'exposure_patches_unnamed');
    });
    const known = knex('exposure_hosts')
      .select('host_id')
      .whereNotIn('host_id', knex('exposure_due').select('host_id'));
    await knex(knex.raw('exposure_due (host_id)') as unknown as string).insert(known);
  },
};
