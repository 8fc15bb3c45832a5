import { type Context, search } from '#sdk';
import { ServiceAccountModel, TokenModel } from '../models.ts';

/** People by user name, name and mail address. */
export const userSearch = (ctx: Context): search.Source => ({
  kind: 'user',
  permission: 'users:manage',
  async find({ text, limit }) {
    const { accounts, total } = await ctx.core.identity.accounts.page({
      search: text,
      sort: 'username',
      limit: limit * 4,
    });
    const items = search.bestFirst(accounts, text, ({ username }) => username).slice(0, limit);
    return {
      items: items.map(({ id, username, displayName, email }) => ({
        id,
        name: username,
        pagePath: `/users/${id}`,
        about: [displayName, email].filter(Boolean).join(', '),
      })),
      total,
    };
  },
});

/** Service accounts, and the API tokens of all accounts. */
export const toolSearch = ({ db: { reader } }: Context): search.Source[] => [
  search.named({
    kind: 'service-account',
    permission: 'users:manage',
    rows: (_, byName) => byName(ServiceAccountModel.query(reader)),
    about: ({ description }) => description ?? '',
    pagePath: ({ id }) => `/service-accounts?account=${id}`,
  }),
  search.named({
    kind: 'api-token',
    permission: 'users:manage',
    rows: (_, byName) => byName(TokenModel.query(reader)),
    about: ({ ownerName }) => `of ${ownerName}`,
    pagePath: ({ accountId, ownerKind }) =>
      ownerKind === 'user' ? `/users/${accountId}` : `/service-accounts?account=${accountId}`,
  }),
];

/** Roles, fixed and custom, by name and description. */
export const roleSearch = (ctx: Context): search.Source => ({
  kind: 'role',
  permission: 'users:manage',
  async find({ text, limit }) {
    const wanted = text.toLowerCase();
    const found = (await ctx.core.identity.roles.list()).filter(({ name, description }) =>
      `${name}\n${description ?? ''}`.toLowerCase().includes(wanted),
    );
    const items = search.bestFirst(found, text, ({ name }) => name).slice(0, limit);
    return {
      items: items.map(({ name, description }) => ({
        // Roles are known by their names; fixed ones have no other id.
        id: name,
        name,
        about: description ?? '',
        pagePath: `/roles?role=${encodeURIComponent(name)}`,
      })),
      total: found.length,
    };
  },
});
