import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'approvals/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('approvals_rules', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.json(t, 'operations').notNullable();
      columns.json(t, 'group_ids').notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    await knex.schema.createTable('approvals_rule_changes', (t) => {
      columns.id(t);
      columns.uuid(t, 'rule_id').notNullable().unique();
      columns.ascii(t, 'kind', 10).notNullable();
      columns.json(t, 'draft').notNullable();
      columns.uuid(t, 'proposed_by_id');
      columns.string(t, 'proposed_by_name', 255).notNullable();
      columns.timestamp(t, 'proposed_at').notNullable();
    });
    await knex.schema.createTable('approvals_approvals', (t) => {
      columns.id(t);
      columns.ascii(t, 'state', 10).notNullable();
      columns.ascii(t, 'reason', 64);
      columns.string(t, 'message', 500).notNullable();
      columns.bigint(t, 'place').notNullable();
      columns.uuid(t, 'plan_job_id').notNullable().index('approvals_by_plan');
      columns.uuid(t, 'run_job_id').unique({ indexName: 'approvals_by_run' });
      columns.uuid(t, 'policy_id');
      columns.ascii(t, 'operation', 20).notNullable();
      columns.string(t, 'name', 200);
      columns.json(t, 'named').notNullable();
      columns.json(t, 'spec').notNullable();
      columns.timestamp(t, 'schedule_at');
      columns.string(t, 'note', 500).notNullable();
      columns.integer(t, 'hosts_total').notNullable();
      columns.json(t, 'glance').notNullable();
      columns.json(t, 'rules').notNullable();
      columns.ascii(t, 'approval_hash', 64).notNullable();
      columns.ascii(t, 'waiting_hash', 64).unique({ indexName: 'approvals_by_waiting_hash' });
      columns.ascii(t, 'request_key', 64).notNullable().unique({ indexName: 'approvals_by_request_key' });
      columns.ascii(t, 'request_hash', 64).notNullable();
      columns.json(t, 'requester').notNullable();
      columns.uuid(t, 'planned_by_id');
      columns.string(t, 'planned_by_name', 255).notNullable();
      columns.timestamp(t, 'planned_at');
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'expires_at').notNullable();
      columns.uuid(t, 'decided_by_id');
      columns.string(t, 'decided_by_name', 255);
      columns.timestamp(t, 'decided_at');
      columns.boolean(t, 'overridden').notNullable();
      columns.timestamp(t, 'retries_until');
      t.index(['place', 'id'], 'approvals_by_place');
      t.index(['state', 'expires_at'], 'approvals_by_expiry');
    });
    await knex.schema.createTable('approvals_hosts', (t) => {
      columns.uuid(t, 'approval_id').notNullable();
      columns.uuid(t, 'host_id').notNullable();
      columns.string(t, 'fqdn', 253).notNullable();
      columns.ascii(t, 'plan_hash', 64).notNullable();
      columns.integer(t, 'position').notNullable();
      t.primary(['approval_id', 'host_id']);
      t.index(['host_id'], 'approvals_hosts_by_host');
    });
    await knex.schema.createTable('approvals_authors', (t) => {
      columns.uuid(t, 'approval_id').notNullable();
      columns.uuid(t, 'account_id').notNullable();
      t.primary(['approval_id', 'account_id']);
    });
  },
};
