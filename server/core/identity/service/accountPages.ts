import type { Knex } from 'knex';
import { keysetPage, type Keyset } from '#server/kernel/db/keyset.ts';
import type { AccountPage, AccountQuery, AccountSort } from '../accounts.ts';
import { accountOf, UserModel } from '../models.ts';

const MAX_LISTED = 500;

/** The closed list of orders. */
const PROPERTIES = {
  username: 'username',
  role: 'role',
  created_at: 'createdAt',
  last_login_at: 'lastLoginAt',
} as const satisfies Record<AccountSort, keyof UserModel>;

/** See `Accounts.page`. */
export async function pageOfAccounts(
  knex: Knex,
  { search, role, sort, cursor, limit }: AccountQuery,
): Promise<AccountPage> {
  const column = sort.replace(/^-/, '') as AccountSort;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const keyset: Keyset = { sort, column, direction, isTime: column.endsWith('_at') };
  const found = UserModel.query(knex);
  if (role !== undefined) found.where({ role });
  if (search !== undefined) found.whereRaw('instr(search_text, ?) > 0', [search.toLowerCase()]);
  const { rows, ...page } = await keysetPage(found, keyset, {
    cursor,
    limit: Math.min(limit, MAX_LISTED),
    valueOf: (row) => row[PROPERTIES[column]],
  });
  return { accounts: rows.map(accountOf), ...page };
}
