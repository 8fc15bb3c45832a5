import { columns } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/** The scheduler's own table. It is made also where jobs live in MongoDB, so that an operator can change over. */
export const schedulerMigrations: readonly Migration[] = [
  {
    name: 'scheduler/001_create_jobs',
    async up(knex) {
      await knex.schema.createTable('scheduler_jobs', (t) => {
        // UUID v7, or 'every:<name>' for the one row of a repeated job.
        columns.ascii(t, 'id', 120).notNullable().primary();
        columns.ascii(t, 'name', 100).notNullable();
        columns.ascii(t, 'type', 10).notNullable();
        columns.json(t, 'data');
        columns.integer(t, 'priority').notNullable();
        columns.boolean(t, 'disabled').notNullable();
        // Null from the start of a one-shot job on: only the expiry of its lock lets it run again.
        columns.timestamp(t, 'next_run_at');
        columns.timestamp(t, 'locked_at');
        columns.ascii(t, 'locked_by', 120);
        // Set while a job with a key waits, null from its start on: at most one waits under a key.
        columns.ascii(t, 'waiting_key', 64).unique();
        columns.bigint(t, 'repeat_every_ms');
        columns.timestamp(t, 'last_run_at');
        columns.timestamp(t, 'last_finished_at');
        columns.timestamp(t, 'failed_at');
        columns.integer(t, 'fail_count');
        columns.text(t, 'fail_reason');
        columns.double(t, 'progress');
        t.index(['name', 'locked_at', 'next_run_at']);
      });
    },
  },
];
