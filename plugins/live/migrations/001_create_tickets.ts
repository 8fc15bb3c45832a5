import { columns, type Migration } from '../../../server/plugin.ts';

export const createTickets: Migration = {
  name: 'live/001_create_tickets',
  async up(knex) {
    await knex.schema.createTable('live_tickets', (t) => {
      columns.ascii(t, 'hash', 64).notNullable().primary();
      columns.json(t, 'actor').notNullable();
      columns.timestamp(t, 'expires_at').notNullable().index();
    });
  },
};
