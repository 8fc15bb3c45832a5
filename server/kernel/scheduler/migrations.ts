import { columns } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/** The scheduler's own table. It is made also where jobs live in MongoDB, so that an operator can change over. */
export const schedulerMigrations: readonly Migration[] = [
  {
    name: 'scheduler/001_create_jobs',
    kind: 'compatible',
    async up(knex) {
      await knex.schema.createTable('scheduler_jobs', (t) => {
        columns.ascii(t, 'id', 36).notNullable().primary();
        columns.ascii(t, 'name', 100).notNullable();
        columns.ascii(t, 'type', 10).notNullable();
        columns.json(t, 'data');
        columns.integer(t, 'priority').notNullable();
        // Null from the start of a one-shot job on: only the expiry of its lock lets it run again.
        columns.timestamp(t, 'next_run_at');
        columns.timestamp(t, 'locked_at');
        columns.ascii(t, 'locked_by', 120);
        // Set while a job with a key waits, null from its start on: at most one waits under a key.
        columns.ascii(t, 'waiting_key', 64).unique();
        columns.timestamp(t, 'last_run_at');
        columns.timestamp(t, 'last_finished_at');
        t.index(['name', 'locked_at', 'next_run_at']);
      });
      // A row for each job with an interval, wherever the others are kept. Times are milliseconds by the database's clock.
      await knex.schema.createTable('scheduler_repeated', (t) => {
        columns.ascii(t, 'name', 100).notNullable().primary();
        columns.bigint(t, 'every_ms').notNullable();
        columns.bigint(t, 'due_at').notNullable();
        columns.ascii(t, 'owner');
        columns.bigint(t, 'lease_until');
      });
    },
  },
];
