import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'users/001_create_tables',
  async up(knex) {
    await knex.schema.createTable('users_tokens', (t) => {
      columns.id(t);
      columns.uuid(t, 'account_id').notNullable().index('users_tokens_by_account');
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.ascii(t, 'secret_hash', 64).notNullable().unique();
      columns.ascii(t, 'role', 20).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index('users_tokens_by_expiry');
      columns.timestamp(t, 'last_used_at');
      columns.string(t, 'last_used_address', 64);
    });
    await knex.schema.createTable('users_scopes', (t) => {
      columns.id(t);
      columns.uuid(t, 'account_id').notNullable().index('users_scopes_by_account');
      columns.string(t, 'name', 200).notNullable();
    });
    await knex.schema.createTable('users_scope_groups', (t) => {
      columns.uuid(t, 'scope_id').notNullable();
      columns.uuid(t, 'group_id').notNullable().index('users_scope_groups_by_group');
      t.primary(['scope_id', 'group_id']);
    });
  },
};
