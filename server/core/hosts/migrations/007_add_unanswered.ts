import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** What the host's agent, which answers otherwise, did not answer when it was last asked (`Unanswered`). */
export const addUnanswered: Migration = {
  name: 'hosts/013_add_unanswered',
  async up(knex) {
    await knex.schema.alterTable('hosts_hosts', (t) => {
      columns.json(t, 'unanswered');
    });
  },
};
