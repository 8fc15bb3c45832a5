import { columns, type Migration } from '../../../kernel/db/migrate.ts';

/** From here on failures name accounts by a keyed hash: the text typed as a user name may be a password. */
export const createSignInNetworks: Migration = {
  name: 'identity/002_create_sign_in_networks',
  async up(knex) {
    await knex.schema.createTable('identity_sign_in_networks', (t) => {
      columns.uuid(t, 'user_id').notNullable();
      columns.string(t, 'network', 64).notNullable();
      columns.timestamp(t, 'last_at').notNullable().index();
      t.primary(['user_id', 'network']);
    });
    await knex('identity_login_failures').delete();
  },
};
