import { columns, type Migration } from '../../../server/plugin.ts';

/**
 * `open` is 1 while a row is open and null once it is closed, so that a unique key allows a host one open row of a kind
 * and any number of closed ones. Every host starts as due, so that what it lacks now is taken in with the times that
 * are known.
 */
export const createExposure: Migration = {
  name: 'exposure/001_create_exposure',
  async up(knex) {
    await knex.schema.createTable('exposure_work', (t) => {
      columns.ascii(t, 'name', 32).notNullable().primary();
    });
    await knex('exposure_work').insert({ name: 'take_in' });
    await knex.schema.createTable('exposure_due', (t) => {
      columns.uuid(t, 'host_id').notNullable().primary();
    });
    await knex.schema.createTable('exposure_hosts', (t) => {
      columns.uuid(t, 'host_id').notNullable().primary();
      columns.timestamp(t, 'taken_at').notNullable();
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
    });
    await knex.schema.createTable('exposure_patches', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.string(t, 'name', 256).notNullable();
      columns.ascii(t, 'arch', 32).notNullable();
      columns.integer(t, 'open');
      columns.integer(t, 'severity_rank').notNullable();
      columns.string(t, 'current_version', 256).notNullable();
      columns.string(t, 'available_version', 256).notNullable();
      columns.boolean(t, 'held').notNullable();
      columns.timestamp(t, 'opened_at');
      columns.timestamp(t, 'due_at');
      columns.timestamp(t, 'excepted_until');
      columns.timestamp(t, 'closed_at');
      t.unique(['host_id', 'open', 'name', 'arch'], { indexName: 'exposure_patches_of_host' });
      t.index(['open', 'due_at', 'host_id'], 'exposure_patches_by_due');
      t.index(
        ['open', 'name', 'host_id', 'severity_rank', 'due_at', 'excepted_until'],
        'exposure_patches_by_name',
      );
      t.index(['closed_at'], 'exposure_patches_by_age');
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
  },
};
