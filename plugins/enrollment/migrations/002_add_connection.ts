import { columns, type Migration } from '#sdk';

export const addConnection: Migration = {
  name: 'enrollment/002_add_connection',
  kind: 'compatible',
  async up(knex) {
    await knex.schema.alterTable('enrollment_requests', (t) => {
      // What the agent says: `listen` or `dial`.
      columns.ascii(t, 'connection', 8).notNullable().defaultTo('listen');
    });
  },
};
