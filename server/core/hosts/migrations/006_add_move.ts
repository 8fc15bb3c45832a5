import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** When the host's agent last proved to be at a new address, and the address before. */
export const addMove: Migration = {
  name: 'hosts/012_add_move',
  async up(knex) {
    await knex.schema.alterTable('hosts_hosts', (t) => {
      columns.timestamp(t, 'moved_at');
      columns.ascii(t, 'moved_from', 45);
    });
  },
};
