import { type Context, http, waitError } from '#sdk';

const WINDOW_SECS = 60;

/** Calls a minute from one address, over all managers. Whole racks roll out from behind one NAT address. */
const PER_MINUTE = { create: 120, renew: 60, address: 240, wrongToken: 60, package: 60 } as const;

/** Counts one call; throws RATE_LIMITED when the address has made too many. */
export async function limitCalls(ctx: Context, kind: keyof typeof PER_MINUTE, source: string): Promise<void> {
  const waitSecs = await ctx.limits.hit(`enrollment:${kind}:${http.limitKey(source)}`, {
    max: PER_MINUTE[kind],
    windowSecs: WINDOW_SECS,
  });
  if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
}
