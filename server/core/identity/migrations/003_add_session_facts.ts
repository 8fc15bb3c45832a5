import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** How and from which device a session was opened, and its restriction; existing sessions were opened by password. */
export const addSessionFacts: Migration = {
  name: 'identity/003_add_session_facts',
  async up(knex) {
    await knex.schema.alterTable('identity_sessions', (t) => {
      columns.string(t, 'device', 200);
      columns.ascii(t, 'method', 32);
      columns.timestamp(t, 'last_used_at');
      columns.timestamp(t, 'authenticated_at');
      columns.ascii(t, 'restriction', 32);
    });
    await knex('identity_sessions').update({
      method: 'password',
      last_used_at: knex.ref('created_at'),
      authenticated_at: knex.ref('created_at'),
    });
  },
};
