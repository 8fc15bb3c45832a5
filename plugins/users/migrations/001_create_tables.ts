import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'users/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('users_tokens', (t) => {
      columns.id(t);
      columns.uuid(t, 'account_id').notNullable().index('users_tokens_by_account');
      columns.ascii(t, 'owner_kind', 20).notNullable();
      columns.string(t, 'owner_name', 64).notNullable();
      columns.uuid(t, 'made_by_id');
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.ascii(t, 'secret_hash', 64).notNullable().unique();
      columns.ascii(t, 'previous_hash', 64).unique();
      columns.timestamp(t, 'previous_until');
      columns.ascii(t, 'role', 40).notNullable().index('users_tokens_by_role');
      columns.text(t, 'scopes');
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index('users_tokens_by_expiry');
      columns.timestamp(t, 'last_used_at');
      columns.string(t, 'last_used_address', 64);
      columns.timestamp(t, 'waiting_since');
    });
    await knex.schema.createTable('users_service_accounts', (t) => {
      columns.id(t);
      columns.string(t, 'name', 64).notNullable().unique();
      columns.nameKey(t).notNullable();
      columns.string(t, 'description', 500);
      columns.ascii(t, 'role', 40).notNullable().index('users_service_accounts_by_role');
      columns.timestamp(t, 'expires_at').notNullable();
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 64).notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
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
