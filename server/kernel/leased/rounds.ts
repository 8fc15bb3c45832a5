import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { apart } from '../db/requests.ts';
import { every } from '../every.ts';

/** Rounds of one manager over what is due. */
export interface Rounds {
  start(): void;
  /** Looks for what is due now instead of at the next tick. */
  wake(): void;
  /** Waits for what is under way; nothing begins afterwards. */
  stop(): Promise<void>;
  /** One round, or the one that is under way and another one; for tests and for the figures. */
  run(): Promise<void>;
}

/**
 * A loop of every manager that does what rows say is due, one round at a time: every `ms` milliseconds, and when it is
 * woken. A call during a round gets another look after it. `signal` ends at the stop; a failure is logged with the words
 * `failed` and ends nothing.
 */
export function rounds(
  ctx: { clock: Clock; log: Logger },
  { ms, failed }: { ms: number; failed: string },
  round: (signal: AbortSignal) => Promise<void>,
): Rounds {
  const stopping = new AbortController();
  let under: Promise<void> | null = null;
  let again = false;
  let ticks: { stop(): void } | null = null;

  async function untilQuiet(): Promise<void> {
    try {
      do {
        again = false;
        await round(stopping.signal);
      } while (again && !stopping.signal.aborted);
    } finally {
      // At once with the last look at `again`, so that no call falls between the two.
      under = null;
    }
  }
  function run(): Promise<void> {
    if (under) again = true;
    return (under ??= apart(untilQuiet));
  }
  return {
    run,
    start: () => void (ticks = every(ctx, { ms, failed }, run)),
    wake() {
      if (!stopping.signal.aborted) run().catch((error: unknown) => ctx.log.warn({ error }, failed));
    },
    async stop() {
      stopping.abort();
      ticks?.stop();
      await under?.catch(() => undefined);
    },
  };
}
