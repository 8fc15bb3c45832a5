import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const createJobs: Migration = {
  name: 'patching/001_create_jobs',
  async up(knex) {
    await knex.schema.createTable('patching_jobs', (t) => {
      columns.id(t);
      columns.string(t, 'name', 200);
      columns.ascii(t, 'operation', 16).notNullable();
      columns.ascii(t, 'state', 32).notNullable();
      columns.ascii(t, 'reason', 64);
      columns.integer(t, 'version').notNullable();
      columns.json(t, 'spec').notNullable();
      columns.json(t, 'target');
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
      t.index(['created_at', 'id']);
      t.index(['state', 'schedule_at']);
      t.index(['idempotency_key']);
      t.index(['completed_at']);
    });
  },
};
