import type { Knex } from 'knex';
import { keysetPage } from '#server/kernel/db/keyset.ts';
import type { AccountPage, AccountQuery } from '../accounts.ts';
import { accountOf, UserModel } from '../models.ts';

const MAX_LISTED = 500;

/** See `Accounts.page`. */
export async function pageOfAccounts(
  knex: Knex,
  { search, role, sort, cursor, limit = 50 }: AccountQuery,
): Promise<AccountPage> {
  const found = UserModel.query(knex);
  if (role !== undefined) found.where({ role });
  if (search !== undefined) found.whereRaw('instr(search_text, ?) > 0', [search.toLowerCase()]);
  const { rows, ...page } = await keysetPage(found, { sort, cursor, limit: Math.min(limit, MAX_LISTED) });
  return { accounts: rows.map(accountOf), ...page };
}
