import { columns, type Migration } from '../../../server/plugin.ts';

export const createExpiries: Migration = {
  name: 'notifications/002_create_expiries',
  async up(knex) {
    await knex.schema.createTable('notifications_expiries', (t) => {
      columns.ascii(t, 'subject', 100).notNullable();
      columns.integer(t, 'threshold').notNullable();
      columns.timestamp(t, 'ends_at').notNullable().index('notifications_expiries_by_end');
      columns.timestamp(t, 'created_at').notNullable();
      t.primary(['subject', 'threshold']);
    });
  },
};
