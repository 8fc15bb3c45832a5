import type { Client } from './sessions.ts';
import { CLOCKS_DIFFER_MS } from '../../kernel/clock.ts';

/** Times of the sign-in, fixed by the reference and the decisions. */
export const ACCESS_TOKEN_SECS = 15 * 60;
/** How long the second factor may take after the right password. */
export const MFA_TOKEN_SECS = 5 * 60;
export const REFRESH_IDLE_MS = 60 * 60_000;
/** The most sessions of one account; opening another one ends the oldest. */
export const SESSIONS_PER_ACCOUNT = 20;
export const SESSION_LIFE_MS = 12 * 60 * 60_000;
/** How long a used refresh token still gives the same successor to the same client. */
export const REPLAY_GRACE_MS = 10_000;
export const LOCK_AFTER_FAILURES = 5;
export const LOCK_MS = 15 * 60_000;
/** How long a network from which an account has signed in keeps a budget of its own. */
export const KNOWN_NETWORK_MS = 30 * 24 * 60 * 60_000;

/** The facts by which two calls count as the same client's. */
type SameClient = Pick<Client, 'address' | 'userAgentHash'>;

export type RefreshVerdict = 'rotate' | 'repeat' | 'replay' | 'expired';

/** What to do with a known refresh token; pure. */
export function judgeRefresh(
  token: { issuedAt: Date; usedAt: Date | null },
  session: SameClient & { expiresAt: Date; revokedAt: Date | null },
  client: SameClient,
  now: Date,
): RefreshVerdict {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'expired';
  if (token.usedAt === null)
    return now.getTime() - token.issuedAt.getTime() > REFRESH_IDLE_MS ? 'expired' : 'rotate';
  const sameClient = client.address === session.address && client.userAgentHash === session.userAgentHash;
  return sameClient && now.getTime() - token.usedAt.getTime() <= REPLAY_GRACE_MS ? 'repeat' : 'replay';
}

export interface FailureCount {
  failures: number;
  lockedUntil: Date | null;
}

/**
 * The count after one more attempt that may be checked; the fifth in a row locks the pair of account and network, and
 * a right password among the five opens it again early. Null: it is locked.
 */
export function afterAttempt({ failures, lockedUntil }: FailureCount, now: Date): FailureCount | null {
  // A lock never lasts longer than LOCK_MS: one that seems to was set before the clock was set back.
  const lockMs = (lockedUntil?.getTime() ?? 0) - now.getTime();
  if (lockMs > 0 && lockMs <= LOCK_MS + CLOCKS_DIFFER_MS) return null;
  const count = (lockedUntil === null ? failures : 0) + 1;
  return {
    failures: count,
    lockedUntil: count < LOCK_AFTER_FAILURES ? null : new Date(now.getTime() + LOCK_MS),
  };
}

/** The count after an attempt is taken back. */
export function afterWithdrawal({ failures }: FailureCount): FailureCount {
  return { failures: Math.max(0, failures - 1), lockedUntil: null };
}

const DEVICE_LENGTH = 200;

/** A user agent in a form that may be stored and shown: one printable line. Null: none was sent. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, DEVICE_LENGTH);
  return text === '' ? null : text;
}

/** The text that a search of accounts looks through. */
export const searchTextOf = (account: {
  username: string;
  displayName: string | null;
  email: string | null;
}): string =>
  [account.username, account.displayName ?? '', account.email ?? ''].join('\n').toLowerCase().slice(0, 600);

/** The spelling in which user names are compared. */
export const foldUsername = (typed: string): string => typed.trim().toLowerCase().slice(0, 64);
