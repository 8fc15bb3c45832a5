import { columns, type Migration } from '../../db/migrate.ts';

export const settingsMigrations: Migration[] = [
  {
    name: 'kernel/002_create_settings',
    kind: 'compatible',
    async up(knex) {
      // One row for each section that somebody has set: its fields as JSON, in wire names, and only those that were
      // set, so that the others follow the defaults of the running version. Secrets are sealed.
      await knex.schema.createTable('kernel_settings', (t) => {
        columns.ascii(t, 'name', 100).notNullable().primary();
        columns.text(t, 'value').notNullable();
        columns.integer(t, 'version').notNullable();
      });
      // One row whose version is raised with each change of any section: the ETag over all, and what managers compare
      // to notice changes.
      await knex.schema.createTable('kernel_settings_head', (t) => {
        columns.integer(t, 'id').notNullable().primary();
        columns.integer(t, 'version').notNullable();
      });
      await knex('kernel_settings_head').insert({ id: 1, version: 1 });
    },
  },
];
