import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** The root above a signing authority; null: it is a root itself. */
export const addRootIssuer: Migration = {
  name: 'agents/009_add_root_issuer',
  async up(knex) {
    await knex.schema.alterTable('agents_roots', (t) => {
      columns.text(t, 'issuer_pem');
    });
  },
};

/** A key that waits for the certificate that an offline root signs for it. */
export const createRequests: Migration = {
  name: 'agents/010_create_requests',
  async up(knex) {
    await knex.schema.createTable('agents_requests', (t) => {
      columns.ascii(t, 'id', 64).notNullable().primary();
      // There is one at a time.
      columns.integer(t, 'slot').notNullable().unique();
      columns.text(t, 'sealed_key').notNullable();
      columns.text(t, 'csr_pem').notNullable();
      columns.ascii(t, 'public_key_pin', 64).notNullable();
      columns.string(t, 'made_by', 200).notNullable();
      columns.timestamp(t, 'made_at').notNullable();
    });
  },
};
