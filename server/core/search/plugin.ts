import { reply } from '../../shared/wire/dispatch.ts';
import type { Feature } from '../../kernel/boot/feature.ts';
import { createSearch } from './service.ts';

/** The search over everything: asks all features that have items to find by name. */
export const searchFeature: Feature<'search'> = {
  name: 'search',
  setup(ctx) {
    const search = createSearch(ctx.log);
    return {
      routes: {
        async searchEverything({ query: { search: typed, limit = 6 }, actor, scope, signal }) {
          const question = { text: typed.toWellFormed().trim(), limit, actor, scope };
          const sources = ctx.search.all().filter(({ permission }) => ctx.mayCall(permission, actor));
          const { groups, missing } = await search(sources, question, signal);
          return reply(200, {
            groups: groups.map(({ kind, items, total, isExact }) => ({
              kind,
              total,
              total_is_exact: isExact,
              items: items.map(({ id, name, about, pagePath }) => ({ id, name, about, page_path: pagePath })),
            })),
            missing: [...missing],
          });
        },
      },
    };
  },
};
