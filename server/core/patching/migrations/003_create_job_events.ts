import { columns, type Migration } from '../../../kernel/db/migrate.ts';

export const createJobEvents: Migration = {
  name: 'patching/003_create_job_events',
  async up(knex) {
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
  },
};
