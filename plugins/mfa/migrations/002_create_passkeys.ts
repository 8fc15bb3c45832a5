import { columns, type Migration } from '../../../server/plugin.ts';

export const createPasskeys: Migration = {
  name: 'mfa/002_create_passkeys',
  async up(knex) {
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
