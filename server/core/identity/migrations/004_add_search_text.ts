import { columns, type Migration } from '../../../kernel/db/migrate.ts';
import { searchTextOf } from '../domain.ts';

interface Row {
  id: string;
  username: string;
  display_name: string | null;
  email: string | null;
}

/** The text that a search of accounts looks through, in a spelling that both databases compare alike. */
export const addSearchText: Migration = {
  name: 'identity/004_add_search_text',
  async up(knex) {
    await knex.schema.alterTable('identity_users', (t) => {
      columns.string(t, 'search_text', 600).notNullable().defaultTo('');
    });
  },
};

/** If it is interrupted it starts again and gives the same result. */
export const fillSearchText: Migration = {
  name: 'identity/005_fill_search_text',
  async up(knex) {
    const rows: Row[] = await knex('identity_users').select('id', 'username', 'display_name', 'email');
    for (const { id, username, display_name: displayName, email } of rows)
      await knex('identity_users')
        .where('id', id)
        .update({ search_text: searchTextOf({ username, displayName, email }) });
  },
};
