import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'health-checks/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('health_checks_group_checks', (t) => {
      columns.id(t);
      columns.uuid(t, 'group_id').notNullable().index('health_checks_group_checks_by_group');
      columns.ascii(t, 'kind', 10).notNullable();
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.ascii(t, 'service_name', 256);
      columns.text(t, 'url');
      columns.integer(t, 'expected_status');
      columns.text(t, 'expected_body');
      columns.integer(t, 'timeout_secs').notNullable();
      columns.integer(t, 'interval_secs');
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
    });
    await knex.schema.createTable('health_checks_checks', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable().index('health_checks_checks_by_host');
      columns.uuid(t, 'group_check_id');
      columns.boolean(t, 'replaced').notNullable();
      columns.ascii(t, 'kind', 10).notNullable();
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.boolean(t, 'enabled').notNullable();
      columns.ascii(t, 'service_name', 256);
      columns.uuid(t, 'target_host_id').index('health_checks_checks_by_target');
      columns.text(t, 'url');
      columns.integer(t, 'expected_status');
      columns.text(t, 'expected_body');
      columns.integer(t, 'timeout_secs').notNullable();
      columns.integer(t, 'interval_secs');
      columns.ascii(t, 'status', 10).notNullable();
      columns.ascii(t, 'seen_once', 10);
      columns.text(t, 'last_message');
      columns.timestamp(t, 'last_checked_at');
      columns.integer(t, 'lane').notNullable();
      columns.integer(t, 'spread').notNullable();
      columns.bigint(t, 'next_check_at');
      columns.ascii(t, 'lease_owner', 36);
      columns.bigint(t, 'lease_until');
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
      t.index(['lane', 'next_check_at'], 'health_checks_checks_due');
      t.index(['lease_owner'], 'health_checks_checks_by_owner');
      t.index(['status', 'id'], 'health_checks_checks_by_status');
      t.index(['group_check_id', 'edit_version', 'host_id'], 'health_checks_checks_by_group_check');
    });
    await knex.schema.createTable('health_checks_changes', (t) => {
      columns.id(t);
      columns.uuid(t, 'check_id').notNullable();
      columns.timestamp(t, 'at').notNullable().index('health_checks_changes_by_time');
      columns.ascii(t, 'from_status', 10).notNullable();
      columns.ascii(t, 'to_status', 10).notNullable();
      columns.text(t, 'message').notNullable();
      t.index(['check_id', 'at', 'id'], 'health_checks_changes_by_check');
    });
    await knex.schema.createTable('health_checks_gates', (t) => {
      columns.uuid(t, 'job_id').notNullable();
      columns.uuid(t, 'host_id').notNullable().index('health_checks_gates_by_host');
      columns.json(t, 'red_before').notNullable();
      columns.json(t, 'watch');
      t.primary(['job_id', 'host_id']);
    });
  },
};
