/** Times of the sign-in, fixed by the reference and the decisions. */
export const ACCESS_TOKEN_SECS = 15 * 60;
export const REFRESH_IDLE_MS = 60 * 60_000;
export const SESSION_LIFE_MS = 12 * 60 * 60_000;
/** How long a used refresh token hands out the same successor again, to the same client. */
export const REPLAY_GRACE_MS = 10_000;
export const LOCK_AFTER_FAILURES = 5;
export const LOCK_MS = 15 * 60_000;

export interface Client {
  address: string;
  userAgentHash: string;
}

export type RefreshVerdict = 'rotate' | 'repeat' | 'replay' | 'expired';

/** What to do with a refresh token that is known; pure. */
export function judgeRefresh(
  token: { issuedAt: Date; usedAt: Date | null },
  session: Client & { expiresAt: Date; revokedAt: Date | null },
  client: Client,
  now: Date,
): RefreshVerdict {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'expired';
  if (token.usedAt === null)
    return now.getTime() - token.issuedAt.getTime() > REFRESH_IDLE_MS ? 'expired' : 'rotate';
  const sameClient = client.address === session.address && client.userAgentHash === session.userAgentHash;
  return sameClient && now.getTime() - token.usedAt.getTime() <= REPLAY_GRACE_MS ? 'repeat' : 'replay';
}

/** The row after one more failed password; five in a row lock the pair of account and address. */
export function afterFailure(failures: number, now: Date): { failures: number; lockedUntil: Date | null } {
  const count = failures + 1;
  if (count < LOCK_AFTER_FAILURES) return { failures: count, lockedUntil: null };
  return { failures: 0, lockedUntil: new Date(now.getTime() + LOCK_MS) };
}
