import type { Knex } from 'knex';
import { applyKeyset, writeCursor, type Keyset } from '../../../kernel/db/keyset.ts';
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
  const most = Math.min(limit, MAX_LISTED);
  const found = () => {
    const query = UserModel.query(knex);
    if (role !== undefined) query.where({ role });
    if (search !== undefined) query.whereRaw('instr(search_text, ?) > 0', [search.toLowerCase()]);
    return query;
  };
  const rows = await found()
    .modify((query) => applyKeyset(query as never, keyset, cursor))
    .limit(most + 1);
  const page = rows.slice(0, most);
  const last = rows.length > most ? page.at(-1) : undefined;
  return {
    accounts: page.map(accountOf),
    total: await found().resultSize(),
    nextCursor: last ? writeCursor(keyset, last[PROPERTIES[column]], last.id) : null,
  };
}
