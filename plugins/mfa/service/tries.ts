import { type Context, http, waitError } from '#sdk';

/**
 * Limits on the codes that are tried for one account, over all managers. Three of a million codes are valid at any
 * moment, so somebody who has the password and tries without end finds one in about nine years; limits by network alone
 * would let a crowd of networks find one in a day. Only somebody with the password, or the session, can use these tries
 * up; each network from which the owner signed in lately has its own, so that guesses from elsewhere do not keep the
 * owner out.
 */
const TRIES = [
  { name: 'burst', max: 20, windowSecs: 600 },
  { name: 'day', max: 100, windowSecs: 86_400 },
] as const;

/** Counts a try from an address, before the code is judged. Throws RATE_LIMITED. */
export async function countTry(
  { limits, core }: Pick<Context, 'limits' | 'core'>,
  userId: string,
  address: string,
): Promise<void> {
  const isKnown = await core.identity.isKnownNetwork(userId, address);
  const place = isKnown ? http.limitKey(address) : 'elsewhere';
  for (const { name, ...limit } of TRIES) {
    const wait = await limits.hit(`mfa:code-${name}:${userId}:${place}`, limit);
    if (wait !== null) throw waitError('RATE_LIMITED', wait);
  }
}
