import { limitKey, reply, waitError, type Context, type Routes } from '../../server/plugin.ts';
import { sendTestMail } from './service/testMail.ts';

/** Of one person: enough to try settings out, too few to flood a mail box. */
const TESTS = { max: 20, windowSecs: 600 };

export function notificationRoutes(ctx: Context): Routes<'notifications'> {
  const limitTests = async (key: string): Promise<void> => {
    const waitSecs = await ctx.limits.hit(`notifications-test:${key}`, TESTS);
    if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
  };
  return {
    async testSmtp({ actor, address }) {
      await limitTests(actor.id ?? limitKey(address));
      return reply(200, await sendTestMail(ctx, actor));
    },
  };
}
