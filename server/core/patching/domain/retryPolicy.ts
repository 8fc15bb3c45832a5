import { CLOCKS_DIFFER_MS } from '#server/kernel/clock.ts';

const MINUTE_MS = 60_000;

/** Waits before the second, third and fourth attempt. */
export const RETRY_DELAYS_MS: readonly number[] = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** The wait before the second, last attempt to plan: somebody waits for the plan and can ask for it again. */
export const PLAN_RETRY_DELAY_MS = 10_000;

const delaysOf = (dryRun: boolean): readonly number[] => (dryRun ? [PLAN_RETRY_DELAY_MS] : RETRY_DELAYS_MS);

/** The first attempt and its retries. */
export const attemptsOf = ({ dryRun }: { dryRun: boolean }): number => delaysOf(dryRun).length + 1;

/** A restart without a new boot id after this time ends `timedout`. */
export const REBOOT_LIMIT_MS = 15 * MINUTE_MS;

/** When the next attempt is due; null once the retries are used up. */
export function retryAt(retriesUsed: number, now: Date, { dryRun }: { dryRun: boolean }): Date | null {
  const delayMs = delaysOf(dryRun)[retriesUsed];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}

/** The longest that a host may wait to be tried again; see {@link isAhead}. */
export const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS) + CLOCKS_DIFFER_MS;

export const latestRetry = (now: Date): Date => new Date(now.getTime() + LONGEST_RETRY_MS);

/**
 * Whether a time lies further ahead than `longestMs`, the longest wait that could have ended then: it was noted before
 * the clock was set back, and what waits for it would wait until the clock has come there again.
 */
export const isAhead = (at: Date, now: Date, longestMs: number): boolean =>
  at.getTime() > now.getTime() + longestMs + CLOCKS_DIFFER_MS;
