import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** The states that each host of a job went through, and when: events hold them too, but cannot be read by host. */
export const createHostSteps: Migration = {
  name: 'patching/009_create_host_steps',
  async up(knex) {
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
  },
};
