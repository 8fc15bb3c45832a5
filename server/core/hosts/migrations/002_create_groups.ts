import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** `name_key` is the name in lower case: two names that differ only in case would be confused. */
export const createGroups: Migration = {
  name: 'hosts/005_create_groups',
  async up(knex) {
    await knex.schema.createTable('hosts_groups', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.string(t, 'name_key', 100).notNullable();
      columns.text(t, 'description');
      columns.json(t, 'rule');
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
      t.unique(['name_key'], { indexName: 'hosts_groups_name' });
    });
  },
};

/** The hosts of groups that are listed by hand. */
export const createGroupHosts: Migration = {
  name: 'hosts/006_create_group_hosts',
  async up(knex) {
    await knex.schema.createTable('hosts_group_hosts', (t) => {
      columns.uuid(t, 'group_id').notNullable();
      columns.uuid(t, 'host_id').notNullable();
      t.primary(['group_id', 'host_id']);
      t.index(['host_id']);
    });
  },
};
