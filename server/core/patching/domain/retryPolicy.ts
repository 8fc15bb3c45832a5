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
