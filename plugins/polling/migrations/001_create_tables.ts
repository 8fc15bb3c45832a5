import { columns, type Migration } from '#sdk';

export const createTables: Migration = {
  name: 'polling/001_create_tables',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.createTable('polling_refreshes', (t) => {
      columns.id(t);
      columns.uuid(t, 'host_id').notNullable();
      columns.integer(t, 'running');
      columns.uuid(t, 'agent_job_id');
      columns.ascii(t, 'outcome', 64);
      columns.timestamp(t, 'started_at').notNullable();
      columns.ascii(t, 'owner', 64);
      columns.bigint(t, 'lease_until').notNullable();
      t.unique(['host_id', 'running'], { indexName: 'polling_refreshes_running' });
      t.index(['running', 'lease_until'], 'polling_refreshes_abandoned');
      // For the deletion of old refreshes.
      t.index(['started_at'], 'polling_refreshes_by_age');
    });
  },
};
