import { columns, type Migration } from '#server/kernel/db/migrate.ts';

export const addPackageProxies: Migration = {
  name: 'hosts/003_add_package_proxies',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.alterTable('hosts_details', (t) => {
      // Proxies of the package manager's own configuration; null: its agent has not said.
      columns.json(t, 'package_proxies');
    });
  },
};
