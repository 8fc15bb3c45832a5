import { columns, type Migration } from '#server/kernel/db/migrate.ts';

export const createTables: Migration = {
  name: 'agents/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('agents_keys', (t) => {
      columns.ascii(t, 'name', 100).notNullable().primary();
      columns.text(t, 'sealed_key').notNullable();
      columns.text(t, 'certificate_pem').notNullable();
      columns.uuid(t, 'certificate_id');
      columns.timestamp(t, 'created_at').notNullable();
    });
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
      columns.timestamp(t, 'retry_at');
      columns.timestamp(t, 'issued_at').notNullable();
      columns.timestamp(t, 'revoked_at');
      columns.ascii(t, 'revocation_reason', 64);
      columns.text(t, 'pem').notNullable();
      columns.ascii(t, 'issuer_id', 64).notNullable();
      t.index(['host_id', 'status', 'id'], 'agents_certificates_by_host');
      t.index(['status', 'id'], 'agents_certificates_by_status');
      t.index(['status', 'renew_at'], 'agents_certificates_by_renewal');
      // Certificates that end soon are counted every few seconds, which without the index reads every row.
      t.index(['status', 'not_after'], 'agents_certificates_by_end');
    });
    // One row: the revocation list in force.
    await knex.schema.createTable('agents_state', (t) => {
      columns.integer(t, 'id').notNullable().primary();
      columns.bigint(t, 'crl_number').notNullable();
      columns.text(t, 'crl_pem').notNullable();
      columns.timestamp(t, 'crl_signed_at').notNullable();
    });
    // Certificates that this database knows nothing of, in a list that was signed after the backup it came from.
    await knex.schema.createTable('agents_lost_revocations', (t) => {
      columns.ascii(t, 'serial', 40).notNullable().primary();
      columns.ascii(t, 'issuer_id', 64).notNullable();
      columns.timestamp(t, 'taken_at').notNullable().index();
    });
    // Which revocation list each agent holds.
    await knex.schema.createTable('agents_trust', (t) => {
      columns.id(t, 'host_id');
      columns.bigint(t, 'version').notNullable();
      columns.integer(t, 'failures').notNullable();
      columns.timestamp(t, 'next_attempt_at').notNullable();
    });
    await knex.schema.createTable('agents_roots', (t) => {
      columns.ascii(t, 'id', 64).notNullable().primary();
      columns.boolean(t, 'trusted').notNullable();
      columns.boolean(t, 'signs').notNullable();
      columns.boolean(t, 'anchor').notNullable();
      columns.ascii(t, 'fingerprint', 64).notNullable();
      columns.text(t, 'crl_pem').notNullable();
      columns.text(t, 'cross_pem');
      columns.ascii(t, 'cross_by', 64);
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'retired_at');
      // The root above a signing authority; null: it is a root itself.
      columns.text(t, 'issuer_pem');
    });
    await knex.schema.createTable('agents_rotations', (t) => {
      columns.id(t);
      columns.ascii(t, 'old_root', 64).notNullable();
      columns.ascii(t, 'new_root', 64).notNullable();
      columns.ascii(t, 'phase', 16).notNullable();
      columns.boolean(t, 'paused').notNullable();
      // 1 while it is under way, else null: there is one at a time.
      columns.integer(t, 'slot').unique();
      columns.string(t, 'begun_by', 200).notNullable();
      columns.timestamp(t, 'begun_at').notNullable();
      columns.timestamp(t, 'phase_at').notNullable();
      columns.timestamp(t, 'ended_at');
      columns.string(t, 'reason', 500);
    });
    await knex.schema.createTable('agents_rotation_hosts', (t) => {
      columns.id(t, 'host_id');
      columns.ascii(t, 'state', 16).notNullable();
      columns.integer(t, 'failures').notNullable();
      columns.string(t, 'problem', 500);
      columns.timestamp(t, 'next_attempt_at').notNullable();
      columns.timestamp(t, 'changed_at').notNullable();
      t.index(['state', 'host_id'], 'agents_rotation_hosts_by_state');
    });
    // A key that waits for the certificate that an offline root signs for it.
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
