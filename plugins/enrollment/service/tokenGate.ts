import { type Context, http, waitError, work } from '#sdk';
import { remember, secretHash } from '../domain.ts';
import { countCall } from '../limits.ts';
import { secretIn, usableToken } from './tokens.ts';

/** Addresses that are remembered; of more, those that came first are forgotten. */
const REMEMBERED = 10_000;
/** Hosts that are let in at once by this manager, and those of one address that wait for it: people write meanwhile, too. */
const TURNS = { places: 16, waitingOf: 100, waitMs: 5_000 };
/** How far apart those that must wait are told to come; a manager lets in some twenty a second. */
const TURN_MS = 60;
const LONGEST_WAIT_MS = 300_000;

/** Judges enrollment tokens before any work is done for them, and keeps guessers waiting. */
export interface TokenGate {
  /**
   * Whether the token may be used from this address now. A wrong one is counted. Throws RATE_LIMITED where the address
   * has shown too many wrong ones.
   */
  isUsable(shown: string, source: string): Promise<boolean>;
  /**
   * Waits for a turn to let a host in; the returned function ends it. Throws RATE_LIMITED where too many wait, with a
   * moment of its own for each.
   */
  begin(source: string): Promise<() => void>;
  /** Notes that the token has let a host in from this address. */
  noteSpent(shown: string, source: string): void;
}

/**
 * Once an address has shown too many wrong tokens, what it shows next is not looked at until its minute is over: a guess
 * would be answered otherwise. Except for the token with which it last enrolled a host: that is no guess, and one host
 * with a stale token must not hold up those behind the same NAT address. What is remembered is this manager's own.
 */
export function createTokenGate(ctx: Context): TokenGate {
  const closedUntilMs = new Map<string, number>();
  const spent = new Map<string, string>();
  const turns = work.createTurns(TURNS);
  let promisedMs = 0;
  return {
    async isUsable(shown, source) {
      const key = http.limitKey(source);
      const now = ctx.clock.now();
      const leftSecs = Math.ceil(((closedUntilMs.get(key) ?? 0) - now.getTime()) / 1_000);
      const isKnown = spent.get(key) === secretHash(secretIn(shown));
      if (leftSecs > 0 && !isKnown) throw waitError('RATE_LIMITED', leftSecs);
      if (await usableToken(ctx.db.reader, shown, source, now)) return true;
      const waitSecs = await countCall(ctx, 'wrongEnrollmentToken', source);
      if (waitSecs === null) return false;
      remember(closedUntilMs, { key, value: now.getTime() + waitSecs * 1_000, most: REMEMBERED });
      throw waitError('RATE_LIMITED', waitSecs);
    },
    async begin(source) {
      try {
        return await turns.take(http.limitKey(source));
      } catch (error) {
        if (!(error instanceof work.TurnsFull)) throw error;
        const nowMs = ctx.clock.now().getTime();
        promisedMs = Math.min(Math.max(promisedMs, nowMs) + TURN_MS, nowMs + LONGEST_WAIT_MS);
        throw waitError('RATE_LIMITED', Math.ceil((promisedMs - nowMs) / 1_000));
      }
    },
    noteSpent(shown, source) {
      const value = secretHash(secretIn(shown));
      remember(spent, { key: http.limitKey(source), value, most: REMEMBERED });
    },
  };
}
