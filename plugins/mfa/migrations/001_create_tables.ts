import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'mfa/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('mfa_accounts', (t) => {
      columns.id(t, 'user_id');
      columns.timestamp(t, 'policy_since');
      columns.ascii(t, 'policy_role', 40);
    });
    await knex.schema.createTable('mfa_totp', (t) => {
      columns.id(t, 'user_id');
      columns.text(t, 'sealed_secret').notNullable();
      columns.bigint(t, 'last_step').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
    });
    await knex.schema.createTable('mfa_setups', (t) => {
      columns.id(t, 'session_id');
      columns.uuid(t, 'user_id').notNullable().index();
      columns.text(t, 'sealed_secret').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index();
    });
    await knex.schema.createTable('mfa_recovery_codes', (t) => {
      columns.uuid(t, 'user_id').notNullable();
      columns.ascii(t, 'hash', 64).notNullable();
      t.primary(['user_id', 'hash']);
    });
    await knex.schema.createTable('mfa_passkeys', (t) => {
      columns.id(t);
      columns.uuid(t, 'user_id').notNullable().index();
      columns.ascii(t, 'credential_hash', 64).notNullable().unique();
      columns.text(t, 'credential_id').notNullable();
      columns.text(t, 'public_key').notNullable();
      columns.bigint(t, 'counter').notNullable();
      columns.json(t, 'transports').notNullable();
      columns.string(t, 'rp_id', 253).notNullable();
      columns.string(t, 'key_name', 100).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'last_used_at');
    });
    await knex.schema.createTable('mfa_challenges', (t) => {
      columns.ascii(t, 'key_hash', 64).notNullable().primary();
      columns.ascii(t, 'purpose', 16).notNullable();
      columns.uuid(t, 'user_id').index();
      columns.ascii(t, 'bound_to', 64);
      columns.ascii(t, 'challenge', 64).notNullable();
      columns.string(t, 'origin', 300).notNullable();
      columns.string(t, 'rp_id', 253).notNullable();
      columns.string(t, 'key_name', 100);
      columns.timestamp(t, 'expires_at').notNullable().index();
    });
  },
};
