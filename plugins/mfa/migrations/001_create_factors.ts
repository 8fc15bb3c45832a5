import { columns, type Migration } from '../../../server/plugin.ts';

export const createFactors: Migration = {
  name: 'mfa/001_create_factors',
  async up(knex) {
    await knex.schema.createTable('mfa_accounts', (t) => {
      columns.id(t, 'user_id');
      columns.timestamp(t, 'policy_since');
      columns.ascii(t, 'policy_role', 20);
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
  },
};
