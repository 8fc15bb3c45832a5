import { columns, type Migration } from '../../../server/plugin.ts';

/** The documents of distributions: which CVEs a patch of rpm fixes, and how grave they are. */
export const addCsaf: Migration = {
  name: 'exposure/006_add_csaf',
  async up(knex) {
    await knex('exposure_data_sets').insert([{ kind: 'csaf-redhat' }, { kind: 'csaf-suse' }]);
    await knex.schema.alterTable('exposure_cves', (t) => {
      columns.double(t, 'cvss');
      columns.ascii(t, 'cvss_vector', 128);
      columns.ascii(t, 'published_on', 10);
    });
  },
};
