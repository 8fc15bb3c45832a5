import { type Context, search } from '#sdk';
import { listPolicies } from './policies.ts';

/** Policies by name. */
export const policySearch = (ctx: Context): search.Source => ({
  kind: 'policy',
  permission: 'policies:read',
  async find({ text, limit, actor, scope }) {
    const query = { search: text, sort: 'name', limit: limit * 4 };
    const { policies, total } = await listPolicies(ctx, query, { actor, scope });
    const items = search.bestFirst(policies, text, ({ name }) => name).slice(0, limit);
    return {
      items: items.map(({ id, name, pausedAt }) => ({
        id,
        name,
        pagePath: `/policies/${id}`,
        about: pausedAt === null ? '' : 'paused',
      })),
      total,
    };
  },
});
