import { setTimeout as delay } from 'node:timers/promises';

export type WaitOptions = { timeoutMs?: number; everyMs?: number; what?: string };

/**
 * Calls `probe` until it returns something other than undefined, null or false, and returns that. For the outside world
 * only (a real process, a real host); what offers an event or takes a clock is not polled. Throws after `timeoutMs`
 * (default 30,000), naming `what` and the last error of the probe.
 */
export async function waitFor<T>(
  probe: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  { timeoutMs = 30_000, everyMs = 50, what = 'the condition' }: WaitOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await delay(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`waited ${timeoutMs} ms in vain for ${what}`, { cause: lastError });
}
