import { columns, type Migration } from '#server/kernel/db/migrate.ts';

export const createTables: Migration = {
  name: 'identity/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('identity_users', (t) => {
      columns.id(t);
      columns.string(t, 'username', 64).notNullable().unique();
      columns.string(t, 'display_name', 200);
      columns.string(t, 'email', 254);
      columns.ascii(t, 'role', 40).notNullable().index('identity_users_by_role');
      columns.boolean(t, 'disabled').notNullable();
      columns.text(t, 'password_hash');
      columns.boolean(t, 'must_change_password').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'last_login_at');
      columns.integer(t, 'edit_version').notNullable();
      // The text that a search of accounts looks through, in a spelling that both databases compare alike.
      columns.string(t, 'search_text', 600).notNullable();
    });
    await knex.schema.createTable('identity_roles', (t) => {
      columns.id(t);
      columns.ascii(t, 'name', 40).notNullable().unique();
      columns.nameKey(t).notNullable();
      columns.string(t, 'description', 500);
      columns.text(t, 'permissions').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    // What the web UI keeps for an account, one row for all of it.
    await knex.schema.createTable('identity_preferences', (t) => {
      columns.id(t, 'user_id');
      columns.json(t, 'values').notNullable();
      columns.integer(t, 'edit_version').notNullable();
    });
    await knex.schema.createTable('identity_sessions', (t) => {
      columns.id(t);
      columns.uuid(t, 'user_id').notNullable().index();
      columns.string(t, 'address', 64).notNullable();
      columns.ascii(t, 'user_agent_hash', 64).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index();
      columns.timestamp(t, 'revoked_at');
      // How and from which device it was opened, and its restriction.
      columns.string(t, 'device', 200);
      columns.ascii(t, 'method', 32);
      columns.timestamp(t, 'last_used_at');
      columns.timestamp(t, 'authenticated_at');
      columns.ascii(t, 'restriction', 32);
    });
    await knex.schema.createTable('identity_refresh_tokens', (t) => {
      columns.ascii(t, 'hash', 64).notNullable().primary();
      columns.uuid(t, 'session_id').notNullable().index();
      columns.timestamp(t, 'issued_at').notNullable();
      columns.timestamp(t, 'used_at');
    });
    // Names accounts by a keyed hash: the text typed as a user name may be a password.
    await knex.schema.createTable('identity_login_failures', (t) => {
      columns.string(t, 'username', 64).notNullable();
      columns.string(t, 'address', 64).notNullable();
      columns.integer(t, 'failures').notNullable();
      columns.timestamp(t, 'locked_until');
      columns.timestamp(t, 'updated_at').notNullable();
      t.primary(['username', 'address']);
    });
    await knex.schema.createTable('identity_keys', (t) => {
      columns.ascii(t, 'name', 32).notNullable().primary();
      columns.text(t, 'sealed_private_jwk').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
    });
    await knex.schema.createTable('identity_sign_in_networks', (t) => {
      columns.uuid(t, 'user_id').notNullable();
      columns.string(t, 'network', 64).notNullable();
      columns.timestamp(t, 'last_at').notNullable().index();
      t.primary(['user_id', 'network']);
    });
  },
};
