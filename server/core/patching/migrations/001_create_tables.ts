import { columns, type Migration } from '#server/kernel/db/migrate.ts';

export const createTables: Migration = {
  name: 'patching/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('patching_jobs', (t) => {
      columns.id(t);
      columns.string(t, 'name', 200);
      // Before the long columns: SQLite would read these to come to it.
      columns.string(t, 'search_text', 1_000).notNullable();
      columns.ascii(t, 'operation', 16).notNullable();
      columns.ascii(t, 'state', 32).notNullable();
      columns.ascii(t, 'reason', 64);
      columns.integer(t, 'version').notNullable();
      columns.json(t, 'spec').notNullable();
      columns.integer(t, 'hosts_total').notNullable();
      columns.json(t, 'counts').notNullable();
      columns.bigint(t, 'last_seq').notNullable();
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 255).notNullable();
      columns.uuid(t, 'from_plan_job_id');
      columns.uuid(t, 'rollback_of_job_id').index();
      columns.uuid(t, 'idempotency_key');
      columns.timestamp(t, 'schedule_at');
      columns.timestamp(t, 'created_at').notNullable();
      columns.timestamp(t, 'started_at');
      columns.timestamp(t, 'completed_at');
      columns.timestamp(t, 'cancel_requested_at');
      columns.timestamp(t, 'updated_at').notNullable();
      columns.timestamp(t, 'end_requested_at');
      columns.json(t, 'budget_from');
      columns.json(t, 'waves');
      columns.integer(t, 'current_wave');
      columns.uuid(t, 'created_by_owner_id');
      // Raised by each retry and resume: what a permission was given for.
      columns.integer(t, 'round').notNullable();
      t.index(['created_at', 'id']);
      t.index(['state', 'schedule_at']);
      t.index(['idempotency_key']);
      t.index(['completed_at']);
      // Every list of jobs asks for the runs of its plans.
      t.index(['from_plan_job_id']);
    });
    await knex.schema.createTable('patching_job_hosts', (t) => {
      columns.id(t);
      columns.uuid(t, 'job_id').notNullable();
      columns.uuid(t, 'host_id').notNullable();
      columns.string(t, 'fqdn', 255).notNullable();
      columns.string(t, 'machine_id', 64);
      columns.integer(t, 'position').notNullable();
      columns.ascii(t, 'state', 32).notNullable();
      columns.ascii(t, 'reason', 64);
      columns.integer(t, 'version').notNullable();
      columns.uuid(t, 'active_host_id').unique();
      columns.ascii(t, 'lease_owner', 64);
      columns.timestamp(t, 'lease_until');
      columns.integer(t, 'round').notNullable();
      columns.integer(t, 'attempt').notNullable();
      columns.integer(t, 'retries_used').notNullable();
      columns.integer(t, 'repetition').notNullable();
      columns.timestamp(t, 'next_attempt_at');
      columns.timestamp(t, 'step_deadline_at');
      columns.uuid(t, 'agent_job_id');
      columns.ascii(t, 'agent_job_status', 32);
      columns.bigint(t, 'agent_seq').notNullable();
      columns.uuid(t, 'step_job_id');
      columns.json(t, 'undo_job_ids');
      columns.ascii(t, 'boot_id', 64);
      columns.integer(t, 'progress').notNullable();
      columns.text(t, 'message').notNullable();
      columns.json(t, 'error');
      columns.json(t, 'plan');
      columns.ascii(t, 'plan_hash', 64);
      columns.json(t, 'changes');
      columns.json(t, 'reversible');
      columns.bigint(t, 'log_seq').notNullable();
      columns.bigint(t, 'log_bytes').notNullable();
      columns.bigint(t, 'log_head_seq').notNullable();
      columns.bigint(t, 'log_cut_seq').notNullable();
      columns.timestamp(t, 'started_at');
      columns.timestamp(t, 'completed_at');
      columns.timestamp(t, 'updated_at').notNullable();
      columns.json(t, 'problems_before');
      // The job that runs a host's plan.
      columns.uuid(t, 'run_job_id');
      // Which gate holds a host, and since when: a gate that gives up after an hour must know when the wait began.
      columns.ascii(t, 'gated_by', 64);
      columns.timestamp(t, 'gated_since');
      // The end of the window in which a waiting host will begin; the window's start is `next_attempt_at`.
      columns.timestamp(t, 'window_end_at');
      columns.json(t, 'held_by');
      columns.integer(t, 'wave');
      columns.json(t, 'held_tags');
      columns.string(t, 'waits_for_tag', 64).index();
      t.unique(['job_id', 'host_id']);
      t.index(['job_id', 'state', 'position']);
      t.index(['job_id', 'fqdn']);
      t.index(['state', 'next_attempt_at']);
      t.index(['state', 'lease_until']);
      // The fleet's figures ask whether a dry run holds a plan that nobody has run; this index alone answers.
      t.index(['job_id', 'run_job_id', 'plan_hash'], 'patching_job_hosts_unrun');
      // For the latest runs of a host.
      t.index(['host_id', 'state', 'completed_at'], 'patching_job_hosts_latest');
    });
    await knex.schema.createTable('patching_job_events', (t) => {
      columns.uuid(t, 'job_id').notNullable();
      columns.bigint(t, 'seq').notNullable();
      columns.timestamp(t, 'at').notNullable().index();
      columns.ascii(t, 'kind', 32).notNullable();
      columns.json(t, 'data').notNullable();
      t.primary(['job_id', 'seq']);
    });
    await knex.schema.createTable('patching_log_chunks', (t) => {
      columns.uuid(t, 'job_id').notNullable();
      columns.uuid(t, 'host_id').notNullable();
      columns.bigint(t, 'first_seq').notNullable();
      columns.bigint(t, 'last_seq').notNullable();
      columns.bigint(t, 'size_bytes').notNullable();
      columns.timestamp(t, 'at').notNullable().index();
      columns.blob(t, 'lines').notNullable();
      t.primary(['job_id', 'host_id', 'first_seq']);
    });
    // The states that each host of a job went through, and when: events hold them too, but cannot be read by host.
    await knex.schema.createTable('patching_host_steps', (t) => {
      columns.uuid(t, 'job_id').notNullable();
      columns.uuid(t, 'host_id').notNullable();
      columns.integer(t, 'version').notNullable();
      columns.ascii(t, 'state', 32).notNullable();
      columns.ascii(t, 'reason', 64);
      columns.integer(t, 'attempt').notNullable();
      columns.timestamp(t, 'at').notNullable();
      t.primary(['job_id', 'host_id', 'version']);
    });
    await knex.schema.createTable('patching_tag_claims', (t) => {
      columns.string(t, 'tag', 64).notNullable().primary();
      columns.uuid(t, 'row_id').notNullable().index();
      columns.string(t, 'fqdn', 255).notNullable();
      columns.timestamp(t, 'at').notNullable();
    });
    await knex.schema.createTable('patching_gate_overrides', (t) => {
      columns.uuid(t, 'job_id').notNullable();
      columns.ascii(t, 'gate', 32).notNullable();
      // Of the job: the permission ends with it.
      columns.integer(t, 'round').notNullable();
      columns.string(t, 'reason', 500).notNullable();
      columns.uuid(t, 'created_by_id');
      columns.string(t, 'created_by_name', 255).notNullable();
      columns.timestamp(t, 'created_at').notNullable();
      t.primary(['job_id', 'gate']);
    });
    // A target may name ten thousand hosts: in the job's own row, every change of the counts would rewrite it.
    await knex.schema.createTable('patching_targets', (t) => {
      columns.id(t, 'job_id');
      columns.json(t, 'target').notNullable();
    });
  },
};
