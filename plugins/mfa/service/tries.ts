import { waitError, type Context } from '../../../server/plugin.ts';

/**
 * Codes that are tried for one account, over all managers. Three of a million hold at any moment, so whoever has the
 * password and tries without end finds one in about nine years; locks by network alone would let a crowd of networks
 * find one in a day. Only who has the password, or the session, can use these tries up.
 */
const TRIES = [
  { name: 'burst', max: 20, windowSecs: 600 },
  { name: 'day', max: 100, windowSecs: 86_400 },
] as const;

/** Counts one code before it is judged. Throws RATE_LIMITED. */
export async function countTry(ctx: Pick<Context, 'limits'>, userId: string): Promise<void> {
  for (const { name, ...limit } of TRIES) {
    const wait = await ctx.limits.hit(`mfa:code-${name}:${userId}`, limit);
    if (wait !== null) throw waitError('RATE_LIMITED', wait);
  }
}
