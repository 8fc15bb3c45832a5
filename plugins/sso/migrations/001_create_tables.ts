import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'sso/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('sso_flows', (t) => {
      columns.id(t);
      columns.ascii(t, 'state_hash', 64).notNullable().unique();
      columns.ascii(t, 'browser_hash', 64).notNullable();
      columns.ascii(t, 'purpose', 16).notNullable();
      columns.text(t, 'issuer').notNullable();
      columns.text(t, 'redirect_uri').notNullable();
      columns.text(t, 'sealed').notNullable();
      columns.text(t, 'return_to').notNullable();
      columns.uuid(t, 'account_id').index();
      columns.uuid(t, 'session_id');
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index();
    });
    await knex.schema.createTable('sso_codes', (t) => {
      columns.id(t);
      columns.ascii(t, 'code_hash', 64).notNullable().unique();
      columns.ascii(t, 'browser_hash', 64).notNullable();
      columns.uuid(t, 'account_id').notNullable().index();
      columns.boolean(t, 'has_two_factors').notNullable();
      columns.timestamp(t, 'proved_at');
      columns.integer(t, 'tries').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index();
    });
    await knex.schema.createTable('sso_links', (t) => {
      columns.id(t);
      columns.ascii(t, 'identity_hash', 64).notNullable().unique();
      columns.text(t, 'issuer').notNullable();
      columns.text(t, 'subject').notNullable();
      columns.uuid(t, 'account_id').notNullable().unique();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'last_used_at').notNullable();
    });
  },
};
