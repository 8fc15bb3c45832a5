import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'exposure/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('exposure_due', (t) => {
      columns.uuid(t, 'host_id').notNullable().primary();
    });
    await knex.schema.createTable('exposure_hosts', (t) => {
      columns.uuid(t, 'host_id').notNullable().primary();
      columns.timestamp(t, 'taken_at').notNullable();
      // How much of a host's last list was not recorded because of the limits on rows (null: nothing), and what its
      // rows of a day are counted by.
      columns.integer(t, 'cut');
    });
    await knex.schema.createTable('exposure_cves', (t) => {
      columns.id(t);
      columns.ascii(t, 'cve', 32).notNullable().unique();
      columns.integer(t, 'hosts_open').notNullable();
      columns.integer(t, 'severity_rank').notNullable();
      columns.boolean(t, 'exploited').notNullable();
      columns.ascii(t, 'exploited_since', 10);
      columns.double(t, 'epss');
      columns.double(t, 'epss_percentile');
      columns.bigint(t, 'priority').notNullable();
      columns.timestamp(t, 'first_seen_at');
      columns.json(t, 'packages').notNullable();
      columns.string(t, 'search_text', 2_000).notNullable();
      // The documents of distributions: which CVEs a patch of rpm fixes, and how grave they are.
      columns.double(t, 'cvss');
      columns.ascii(t, 'cvss_vector', 128);
      columns.ascii(t, 'published_on', 10);
      t.index(['priority', 'id'], 'exposure_cves_by_priority');
      t.index(['hosts_open', 'id'], 'exposure_cves_by_hosts');
      t.index(['first_seen_at', 'id'], 'exposure_cves_by_first_seen');
    });
    await knex.schema.createTable('exposure_findings', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.ascii(t, 'cve', 32).notNullable();
      columns.integer(t, 'open');
      columns.string(t, 'package', 256).notNullable();
      columns.json(t, 'packages').notNullable();
      columns.string(t, 'fixed_version', 256);
      columns.timestamp(t, 'opened_at');
      columns.timestamp(t, 'closed_at');
      columns.ascii(t, 'closed_by', 32);
      t.unique(['host_id', 'open', 'cve'], { indexName: 'exposure_findings_of_host' });
      t.index(['cve', 'open', 'host_id'], 'exposure_findings_of_cve');
      t.index(['closed_at'], 'exposure_findings_by_age');
      t.index(['host_id', 'opened_at'], 'exposure_findings_by_opening');
    });
    await knex.schema.createTable('exposure_patches', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.string(t, 'name', 256).notNullable();
      columns.ascii(t, 'arch', 32).notNullable();
      columns.ascii(t, 'advisory_id', 32).notNullable();
      columns.integer(t, 'open');
      columns.integer(t, 'severity_rank').notNullable();
      columns.string(t, 'current_version', 256).notNullable();
      columns.string(t, 'available_version', 256).notNullable();
      columns.boolean(t, 'held').notNullable();
      columns.timestamp(t, 'opened_at');
      columns.timestamp(t, 'due_at');
      columns.timestamp(t, 'excepted_until');
      columns.timestamp(t, 'closed_at');
      // How many CVEs are named for the patch.
      columns.integer(t, 'cves');
      t.unique(['host_id', 'open', 'name', 'arch'], { indexName: 'exposure_patches_of_host' });
      t.index(['open', 'due_at', 'host_id'], 'exposure_patches_by_due');
      t.index(
        ['open', 'name', 'host_id', 'severity_rank', 'due_at', 'excepted_until'],
        'exposure_patches_by_name',
      );
      t.index(['closed_at'], 'exposure_patches_by_age');
      t.index(['open', 'cves', 'host_id'], 'exposure_patches_unnamed');
      t.index(['open', 'name', 'due_at'], 'exposure_patches_earliest');
      t.index(['host_id', 'opened_at'], 'exposure_patches_by_opening');
      t.index(
        ['open', 'advisory_id', 'host_id', 'severity_rank', 'due_at', 'excepted_until'],
        'exposure_patches_by_advisory',
      );
      t.index(['open', 'advisory_id', 'due_at'], 'exposure_patches_earliest_advisory');
    });
    await knex.schema.createTable('exposure_exceptions', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.string(t, 'package', 256).notNullable();
      columns.string(t, 'reason', 500).notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index('exposure_exceptions_by_end');
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 255).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      t.unique(['host_id', 'package'], { indexName: 'exposure_exceptions_of_host' });
    });
    // `scored_after`: known CVEs up to this one have what the present data set says; null: all have. The blocks of an
    // import are stored under its id before it counts.
    await knex.schema.createTable('exposure_data_sets', (t) => {
      columns.ascii(t, 'kind', 16).notNullable().primary();
      columns.uuid(t, 'import_id');
      columns.ascii(t, 'version', 32);
      columns.timestamp(t, 'source_date');
      columns.timestamp(t, 'imported_at');
      columns.uuid(t, 'imported_by_id');
      columns.string(t, 'imported_by_name', 255);
      columns.ascii(t, 'sha256', 64);
      columns.integer(t, 'row_count');
      columns.ascii(t, 'scored_after', 32);
      columns.uuid(t, 'claim_id');
      columns.timestamp(t, 'claimed_until');
      // When a data set was last fetched by URL (null: never), and why that failed (null: it did not). `fetched_as`
      // is how the server identified the imported version, so that it need not send it again.
      columns.timestamp(t, 'attempted_at');
      columns.json(t, 'attempt_error');
      columns.json(t, 'fetched_as');
      // Counts of the products that the documents of a file call affected; null: not read, or a file without
      // documents.
      columns.json(t, 'affected');
    });
    await knex.schema.createTable('exposure_data_blocks', (t) => {
      columns.uuid(t, 'import_id').notNullable();
      columns.ascii(t, 'block', 32).notNullable();
      columns.json(t, 'entries').notNullable();
      t.primary(['import_id', 'block']);
    });
    // What hosts and repositories tell of the advisories that open patches belong to; kept with the patches, in their
    // transaction.
    await knex.schema.createTable('exposure_advisories', (t) => {
      columns.ascii(t, 'id', 32).notNullable().primary();
      columns.string(t, 'name', 128);
      columns.string(t, 'source', 256).nullable();
      columns.string(t, 'distribution', 64);
      columns.string(t, 'fixed_version', 256).notNullable();
      columns.json(t, 'packages').notNullable();
      columns.json(t, 'cves').notNullable();
    });
    // How many hosts lack a package, or an advisory, by severity, by the ten minutes in which it is due, and by whether
    // it is held there; kept with the patches, in their transaction. `entry` joins all that a row counts by, so that
    // one column finds it.
    await knex.schema.createTable('exposure_counts', (t) => {
      columns.string(t, 'entry', 300).notNullable().primary();
      columns.string(t, 'name', 256).notNullable();
      columns.integer(t, 'slot').notNullable();
      columns.integer(t, 'severity_rank').notNullable();
      columns.boolean(t, 'held').notNullable();
      columns.integer(t, 'hosts').notNullable();
      t.index(['name', 'slot', 'severity_rank', 'held', 'hosts'], 'exposure_counts_by_name');
    });
    await knex.schema.createTable('exposure_advisory_counts', (t) => {
      columns.ascii(t, 'entry', 64).notNullable().primary();
      columns.ascii(t, 'advisory_id', 32).notNullable();
      columns.integer(t, 'slot').notNullable();
      columns.integer(t, 'severity_rank').notNullable();
      columns.boolean(t, 'held').notNullable();
      columns.integer(t, 'hosts').notNullable();
      t.index(
        ['advisory_id', 'slot', 'severity_rank', 'held', 'hosts'],
        'exposure_advisory_counts_by_advisory',
      );
    });
    // How many pending security patches a host has and how they stand towards their service levels; kept with the
    // patches, in their transaction. A row holds from `counted_at` to `holds_until`, when the next patch becomes late
    // or an exception ends.
    await knex.schema.createTable('exposure_standings', (t) => {
      columns.uuid(t, 'host_id').notNullable().primary();
      columns.timestamp(t, 'counted_at').notNullable();
      columns.timestamp(t, 'holds_until').notNullable().index('exposure_standings_by_end');
      for (const name of ['patches', 'unnamed', 'not_recorded']) columns.integer(t, name).notNullable();
      for (const severity of ['unrated', 'low', 'moderate', 'important', 'critical'])
        columns.integer(t, `late_${severity}`).notNullable();
    });
    // One row for each kind exists from the start, so that managers claim an import by an update.
    const kinds = ['kev', 'epss', 'debian-tracker', 'csaf-redhat', 'csaf-suse'];
    await knex('exposure_data_sets').insert(kinds.map((kind) => ({ kind })));
  },
};
