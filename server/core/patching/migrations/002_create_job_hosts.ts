import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const createJobHosts: Migration = {
  name: 'patching/002_create_job_hosts',
  async up(knex) {
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
      t.unique(['job_id', 'host_id']);
      t.index(['job_id', 'state', 'position']);
      t.index(['job_id', 'fqdn']);
      t.index(['state', 'next_attempt_at']);
      t.index(['state', 'lease_until']);
      t.index(['host_id', 'state']);
    });
  },
};
