import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'enrollment/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('enrollment_requests', (t) => {
      columns.id(t);
      columns.ascii(t, 'machine_id', 128).notNullable();
      columns.string(t, 'fqdn', 253).notNullable();
      columns.ascii(t, 'ip_address', 45).notNullable();
      columns.integer(t, 'port').notNullable();
      columns.json(t, 'os_details').notNullable();
      columns.text(t, 'csr_pem').notNullable();
      columns.ascii(t, 'public_key_pin', 64).notNullable();
      columns.ascii(t, 'polling_token_hash', 64).notNullable();
      columns.ascii(t, 'source_address', 45);
      columns.uuid(t, 'token_id');
      columns.ascii(t, 'state', 16).notNullable();
      columns.uuid(t, 'host_id');
      columns.text(t, 'certificate_pem');
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable();
      columns.timestamp(t, 'decided_at');
      columns.timestamp(t, 'fetched_at');
      // The network that a request counts for once too many wait: see `crowdKey`.
      columns.ascii(t, 'source_network', 49);
      // Who decided, for the history; null: nobody.
      columns.ascii(t, 'decided_by_kind', 16);
      columns.string(t, 'decided_by_name', 255);
      t.unique(['polling_token_hash']);
      t.index(['state', 'created_at']);
      t.index(['machine_id', 'public_key_pin']);
      t.index(['state', 'source_network']);
      // For the step that runs when a host is deleted.
      t.index(['host_id']);
      t.index(['created_at', 'id'], 'enrollment_requests_by_time');
    });
    await knex.schema.createTable('enrollment_tokens', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100);
      columns.nameKey(t);
      columns.ascii(t, 'secret_hash', 64).notNullable();
      columns.integer(t, 'max_uses').notNullable();
      columns.integer(t, 'uses').notNullable();
      columns.ascii(t, 'allowed_network', 49);
      columns.timestamp(t, 'expires_at').notNullable();
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 64).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'last_used_at');
      t.unique(['secret_hash']);
      t.index(['created_at', 'id']);
      t.index(['expires_at', 'id']);
    });
  },
};
