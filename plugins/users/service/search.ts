import { type Context, search } from '#sdk';

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
