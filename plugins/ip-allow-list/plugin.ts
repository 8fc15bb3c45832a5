import { actors, definePlugin } from '#sdk';
import { clearAllowList } from './commands.ts';
import { createGuard } from './guard.ts';
import { allowListRoutes } from './routes.ts';
import { allowList } from './settings.ts';

/** Which networks may call; agents that join or renew, and what they need for it, are let in from everywhere. */
export const ipAllowListPlugin = definePlugin({
  name: 'ip-allow-list',
  settings: [allowList],
  errors: {
    ADDRESS_NOT_ALLOWED: {
      status: 403,
      retryable: false,
      message: 'Calls from your address are not allowed.',
    },
  },
  commands: [clearAllowList],
  gate: {
    by: 'entries of the allow-list',
    enabled: async ({ settings }) => (await settings.get(allowList)).value.length,
  },
  setup(ctx) {
    const guard = createGuard(ctx);
    // Whichever operation makes the change.
    ctx.settings.inUpdate(allowList, async (_tx, { by }) => actors.requireFresh(by.actor, ctx.clock.now()));
    return {
      routes: allowListRoutes(ctx),
      hooks: {
        'http.beforeRequest': async ({ address, anyAddress }) => {
          if (!anyAddress) await guard(address);
          return undefined;
        },
      },
    };
  },
});
