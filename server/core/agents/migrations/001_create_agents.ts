import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const createKeys: Migration = {
  name: 'agents/001_create_keys',
  async up(knex) {
    await knex.schema.createTable('agents_keys', (t) => {
      columns.ascii(t, 'name', 100).notNullable().primary();
      columns.text(t, 'sealed_key').notNullable();
      columns.text(t, 'certificate_pem').notNullable();
      columns.uuid(t, 'certificate_id');
      columns.timestamp(t, 'created_at').notNullable();
    });
  },
};

export const createCertificates: Migration = {
  name: 'agents/002_create_certificates',
  async up(knex) {
    await knex.schema.createTable('agents_certificates', (t) => {
      columns.id(t);
      columns.ascii(t, 'serial', 40).notNullable().unique();
      columns.ascii(t, 'kind', 16).notNullable();
      columns.uuid(t, 'host_id');
      columns.string(t, 'common_name', 253);
      columns.ascii(t, 'fingerprint', 64).notNullable();
      columns.ascii(t, 'public_key_pin', 64).notNullable();
      columns.json(t, 'alt_names').notNullable();
      columns.ascii(t, 'status', 16).notNullable();
      columns.timestamp(t, 'not_before').notNullable();
      columns.timestamp(t, 'not_after').notNullable();
      columns.timestamp(t, 'renew_at').notNullable();
      columns.timestamp(t, 'issued_at').notNullable();
      columns.timestamp(t, 'revoked_at');
      columns.ascii(t, 'revocation_reason', 64);
      columns.text(t, 'pem').notNullable();
      t.index(['host_id', 'status', 'id'], 'agents_certificates_by_host');
      t.index(['status', 'id'], 'agents_certificates_by_status');
      t.index(['status', 'renew_at'], 'agents_certificates_by_renewal');
    });
  },
};

/** One row: the revocation list in force. */
export const createState: Migration = {
  name: 'agents/003_create_state',
  async up(knex) {
    await knex.schema.createTable('agents_state', (t) => {
      columns.integer(t, 'id').notNullable().primary();
      columns.bigint(t, 'crl_number').notNullable();
      columns.text(t, 'crl_pem').notNullable();
      columns.timestamp(t, 'crl_signed_at').notNullable();
    });
  },
};

/** Which revocation list each agent holds. */
export const createTrust: Migration = {
  name: 'agents/004_create_trust',
  async up(knex) {
    await knex.schema.createTable('agents_trust', (t) => {
      columns.id(t, 'host_id');
      columns.bigint(t, 'version').notNullable();
      columns.integer(t, 'failures').notNullable();
      columns.timestamp(t, 'next_attempt_at').notNullable();
    });
  },
};
