import { reply } from '../../shared/wire/dispatch.ts';
import type { Feature } from '../../kernel/boot/feature.ts';
import { managerVersion } from '../../kernel/version.ts';

/** Raised when something that the contract promises has changed, so that a client can tell before it calls. */
const API_LEVEL = 1;

/** What the pages ask before they show anything: with it, what is switched off is not on the screen. */
export const uiFeature: Feature<'ui'> = {
  name: 'ui',
  setup(ctx) {
    const version = managerVersion();
    return {
      routes: {
        async getUi() {
          const { features, operations, web } = ctx.served();
          const pages = web.map(({ feature, module }) => ({ feature, module }));
          const answer = { features: [...features], operations: [...operations], pages };
          return reply(200, { api_level: API_LEVEL, version, ...answer });
        },
      },
    };
  },
};
