import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'policies/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('policies_policies', (t) => {
      columns.id(t);
      columns.string(t, 'name', 100).notNullable();
      columns.nameKey(t).notNullable();
      columns.ascii(t, 'timezone', 64).notNullable();
      columns.ascii(t, 'rrule', 1024).notNullable();
      columns.integer(t, 'days_after').notNullable();
      columns.json(t, 'target').notNullable();
      columns.json(t, 'scope').notNullable();
      columns.json(t, 'spec').notNullable();
      columns.boolean(t, 'catch_up').notNullable();
      columns.integer(t, 'max_late_secs').notNullable();
      columns.integer(t, 'plan_lead_secs').notNullable();
      columns.timestamp(t, 'paused_at');
      columns.uuid(t, 'paused_by_id');
      columns.string(t, 'paused_by_name', 255);
      columns.timestamp(t, 'next_start_at').index('policies_policies_by_start');
      columns.ascii(t, 'next_local_start', 19);
      columns.ascii(t, 'next_clock_change', 10);
      columns.timestamp(t, 'due_at').index('policies_policies_due');
      columns.timestamp(t, 'skip_start_at');
      columns.uuid(t, 'skipped_by_id');
      columns.string(t, 'skipped_by_name', 255);
      columns.uuid(t, 'active_run_id');
      columns.uuid(t, 'last_run_id');
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 255).notNullable();
      columns.uuid(t, 'edited_by_id');
      columns.string(t, 'edited_by_name', 255).notNullable();
      columns.json(t, 'author_ids').notNullable();
      columns.integer(t, 'edit_version').notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'updated_at').notNullable();
      t.index(['name'], 'policies_policies_by_name');
    });
    await knex.schema.createTable('policies_targets', (t) => {
      columns.uuid(t, 'policy_id').notNullable();
      columns.ascii(t, 'kind', 10).notNullable();
      columns.ascii(t, 'value', 64).notNullable();
      t.primary(['policy_id', 'kind', 'value']);
      t.index(['kind', 'value'], 'policies_targets_by_value');
    });
    await knex.schema.createTable('policies_runs', (t) => {
      columns.id(t);
      columns.uuid(t, 'policy_id').notNullable();
      columns.string(t, 'policy_name', 100).notNullable();
      columns.ascii(t, 'cause', 10).notNullable();
      columns.timestamp(t, 'starts_at').notNullable();
      columns.ascii(t, 'local_start', 19);
      columns.timestamp(t, 'late_at').notNullable();
      columns.ascii(t, 'state', 20).notNullable();
      columns.ascii(t, 'reason', 64).notNullable();
      columns.string(t, 'message', 2000).notNullable();
      columns.integer(t, 'version').notNullable();
      columns.timestamp(t, 'due_at').index('policies_runs_due');
      columns.json(t, 'frozen').notNullable();
      columns.integer(t, 'generation').notNullable();
      columns.integer(t, 'round').notNullable();
      columns.uuid(t, 'plan_job_id');
      columns.timestamp(t, 'planned_at');
      columns.uuid(t, 'run_job_id');
      columns.uuid(t, 'replan_job_id');
      columns.uuid(t, 'rerun_job_id');
      columns.ascii(t, 'run_job_state', 30);
      columns.uuid(t, 'approval_id');
      columns.uuid(t, 'requested_by_id');
      columns.string(t, 'requested_by_name', 255);
      columns.timestamp(t, 'created_at').notNullable().index('policies_runs_by_age');
      columns.timestamp(t, 'decided_at').notNullable();
      columns.timestamp(t, 'ended_at');
      t.unique(['policy_id', 'local_start'], { indexName: 'policies_runs_once' });
      t.index(['policy_id', 'created_at', 'id'], 'policies_runs_of_policy');
    });
    await knex.schema.createTable('policies_run_jobs', (t) => {
      columns.id(t, 'job_id');
      columns.uuid(t, 'run_id').notNullable().index('policies_run_jobs_by_run');
    });
  },
};
