import { type Context, http, waitError } from '#sdk';

const WINDOW_SECS = 60;

/**
 * Calls a minute from one address, over all managers. Whole racks roll out from behind one NAT address, so a request that a
 * token approves is in none of these counts: it uses up the token.
 */
const PER_MINUTE = {
  create: 120,
  wrongEnrollmentToken: 120,
  renew: 60,
  address: 240,
  wrongToken: 60,
  wrongPackage: 60,
} as const;

/** Counts one call; throws RATE_LIMITED when the address has made too many. */
export async function limitCalls(ctx: Context, kind: keyof typeof PER_MINUTE, source: string): Promise<void> {
  const waitSecs = await countCall(ctx, kind, source);
  if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
}

/** Counts one call; for how many seconds the address must wait when it has made too many, otherwise null. */
export function countCall(
  ctx: Context,
  kind: keyof typeof PER_MINUTE,
  source: string,
): Promise<number | null> {
  const limit = { max: PER_MINUTE[kind], windowSecs: WINDOW_SECS };
  return ctx.limits.hit(`enrollment:${kind}:${http.limitKey(source)}`, limit);
}
