import { reply } from '../../shared/wire/dispatch.ts';
import type { Feature } from '../../kernel/boot/feature.ts';
import { managerVersion } from '../../kernel/version.ts';

/** Raised when the contract's promises change, so that a client knows before it calls. */
const API_LEVEL = 1;

/** Answers the pages' first question: what is switched on. They show nothing of features that are switched off. */
export const uiFeature: Feature<'ui'> = {
  name: 'ui',
  setup(ctx) {
    const version = managerVersion();
    return {
      routes: {
        async getUi() {
          const { features, operations, web } = ctx.served();
          const pages = web.flatMap(({ feature, module }) => (module === null ? [] : [{ feature, module }]));
          const settings = web.flatMap((one) => one.settings);
          const answer = { features: [...features], operations: [...operations], pages, settings };
          return reply(200, { api_level: API_LEVEL, version, notice: ctx.config.notice, ...answer });
        },
      },
    };
  },
};
