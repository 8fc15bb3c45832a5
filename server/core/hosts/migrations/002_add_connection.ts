import { columns, type Migration } from '#server/kernel/db/migrate.ts';

export const addConnection: Migration = {
  name: 'hosts/002_add_connection',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.alterTable('hosts_hosts', (t) => {
      // `listen`: the manager calls the agent's address; `dial`: the agent opens a link to a manager.
      columns.ascii(t, 'connection', 8).notNullable().defaultTo('listen');
      // The manager that holds the agent's link, and so alone polls it; null: any does.
      columns.ascii(t, 'poll_by', 64);
    });
  },
};
