import { columns, type Migration } from '#server/kernel/db/migrate.ts';

export const createLinks: Migration = {
  name: 'agents/002_create_links',
  kind: 'compatible',
  async up(knex) {
    // The newest link of each host that dials; written when one opens, moves or is lost, never by heartbeats.
    await knex.schema.createTable('agents_links', (t) => {
      columns.id(t, 'host_id');
      columns.bigint(t, 'number').notNullable();
      // The manager that holds it, by its instance id.
      columns.ascii(t, 'manager', 64).notNullable().index();
      columns.timestamp(t, 'opened_at').notNullable();
      columns.timestamp(t, 'lost_at');
    });
  },
};
