import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'packages/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    // Lists are stored once each, cut into segments that are stored once each, too: 10,000 hosts that differ in a few
    // packages share most segments. Rows with the `hash` of their content never change; they are dropped when nothing
    // needs them.
    await knex.schema.createTable('packages_segments', (t) => {
      columns.rowId(t, 'id');
      columns.ascii(t, 'hash', 43).notNullable();
      columns.blob(t, 'body').notNullable();
      t.unique(['hash'], { indexName: 'packages_segments_hash' });
    });
    await knex.schema.createTable('packages_lists', (t) => {
      columns.rowId(t, 'id');
      columns.ascii(t, 'hash', 43).notNullable();
      columns.ascii(t, 'version_order', 8).notNullable();
      columns.integer(t, 'entries').notNullable();
      columns.json(t, 'segments').notNullable();
      t.unique(['hash'], { indexName: 'packages_lists_hash' });
    });
    await knex.schema.createTable('packages_hosts', (t) => {
      columns.id(t, 'host_id');
      columns.boolean(t, 'live').notNullable();
      columns.bigint(t, 'list_id');
      columns.ascii(t, 'etag', 130);
      columns.bigint(t, 'revision').notNullable();
      columns.timestamp(t, 'known_since');
      columns.timestamp(t, 'collected_at');
      columns.timestamp(t, 'changed_at');
      columns.ascii(t, 'problem', 64);
      columns.timestamp(t, 'problem_since');
      columns.integer(t, 'failures').notNullable();
      columns.integer(t, 'lane').notNullable();
      columns.bigint(t, 'next_at');
      columns.ascii(t, 'lease_owner', 36);
      columns.bigint(t, 'lease_until');
      t.index(['lane', 'next_at'], 'packages_hosts_due');
      t.index(['revision'], 'packages_hosts_by_revision');
      t.index(['list_id'], 'packages_hosts_by_list');
      t.index(['lease_owner'], 'packages_hosts_by_owner');
    });
    await knex.schema.createTable('packages_diffs', (t) => {
      columns.rowId(t, 'id');
      columns.ascii(t, 'hash', 43).notNullable();
      columns.blob(t, 'body').notNullable();
      t.unique(['hash'], { indexName: 'packages_diffs_hash' });
    });
    await knex.schema.createTable('packages_changes', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.timestamp(t, 'at').notNullable().index('packages_changes_by_time');
      columns.bigint(t, 'diff_id').notNullable();
      // Changes that the row has, and those that are more than is recorded of one host.
      columns.integer(t, 'entries').notNullable();
      columns.integer(t, 'left_out').notNullable();
      t.index(['host_id', 'at', 'id'], 'packages_changes_by_host');
      t.index(['diff_id'], 'packages_changes_by_diff');
    });
    await knex.schema.createTable('packages_state', (t) => {
      columns.integer(t, 'id').notNullable().primary();
      columns.bigint(t, 'revision').notNullable();
    });
    await knex('packages_state').insert({ id: 1, revision: 0 });
  },
};
