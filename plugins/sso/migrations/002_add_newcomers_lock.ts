import { columns, type Migration } from '../../../server/plugin.ts';

/** A row that is locked while an account is made, so that of many strangers with one name each finds a free one. */
export const addNewcomersLock: Migration = {
  name: 'sso/002_add_newcomers_lock',
  async up(knex) {
    await knex.schema.createTable('sso_locks', (t) => {
      columns.ascii(t, 'name', 32).notNullable().primary();
    });
    await knex('sso_locks').insert({ name: 'newcomers' });
  },
};
