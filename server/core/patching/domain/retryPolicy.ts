const MINUTE_MS = 60_000;

/** Waits before the second, third and fourth attempt. */
export const RETRY_DELAYS_MS: readonly number[] = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** A restart without a new boot id after so long ends `timedout`. */
export const REBOOT_LIMIT_MS = 15 * MINUTE_MS;

/** When the next attempt is due; null once the retries are used up. */
export function retryAt(retriesUsed: number, now: Date): Date | null {
  const delayMs = RETRY_DELAYS_MS[retriesUsed];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
}
