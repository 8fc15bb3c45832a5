import { columns, crowdKey, type Migration } from '../../../server/plugin.ts';

/** The network that a request counts for once too many wait: see `crowdKey`. */
export const addSourceNetwork: Migration = {
  name: 'enrollment/002_add_source_network',
  async up(knex) {
    await knex.schema.alterTable('enrollment_requests', (t) => {
      columns.ascii(t, 'source_network', 49);
      t.index(['state', 'source_network']);
    });
    const addresses = (await knex('enrollment_requests')
      .where({ state: 'pending' })
      .distinct('source_address')) as { source_address: string | null }[];
    for (const { source_address: address } of addresses)
      await knex('enrollment_requests')
        .where({ state: 'pending', source_address: address })
        .update({ source_network: crowdKey(address ?? '') });
  },
};
