import { definePlugin, requireFresh } from '../../server/plugin.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSection, smtpSection } from './settings.ts';

/** Tells people and programs what became of jobs and what is ahead, by mail and by webhooks. */
export const notificationsPlugin = definePlugin({
  name: 'notifications',
  requires: ['identity'],
  settings: [smtpSection, notificationSection],
  setup(ctx) {
    // Whoever points this elsewhere reads what the fleet lacks.
    ctx.settings.inUpdate(smtpSection, async (_tx, { by }) => requireFresh(by.actor, ctx.clock.now()));
    return { routes: notificationRoutes(ctx) };
  },
});
