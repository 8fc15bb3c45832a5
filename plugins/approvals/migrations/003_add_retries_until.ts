import { columns, type Migration } from '../../../server/plugin.ts';

export const addRetriesUntil: Migration = {
  name: 'approvals/003_add_retries_until',
  async up(knex) {
    await knex.schema.alterTable('approvals_approvals', (t) => {
      columns.timestamp(t, 'retries_until');
    });
  },
};
