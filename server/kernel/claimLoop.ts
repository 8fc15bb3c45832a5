import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { every } from './every.ts';

export interface ClaimLoop {
  /** Resolves when what was held is given back, or could not be; from then on rows are claimed. */
  start(): Promise<void>;
  /** Claims nothing from now on, also if `start` is still under way. The leases stay as they are. */
  stop(): void;
}

/**
 * The loop of a manager over rows that it works on under leases. At its start it gives back what this manager held when
 * it was killed: nobody would work on these rows before their leases end. Then it claims what is due every `ms`
 * milliseconds, see `every`. A failure is logged with the words of `failed` and ends nothing.
 */
export function claimLoop(
  ctx: { clock: Clock; log: Logger },
  { ms, failed }: { ms: number; failed: { claim: string; giveBack: string } },
  { claim, giveBack }: { claim: () => Promise<void>; giveBack: () => Promise<void> },
): ClaimLoop {
  let stopped = false;
  let ticks: { stop(): void } | null = null;
  return {
    async start() {
      await giveBack().catch((error: unknown) => ctx.log.warn({ error }, failed.giveBack));
      if (!stopped) ticks = every(ctx, { ms, failed: failed.claim }, claim);
    },
    stop() {
      stopped = true;
      ticks?.stop();
    },
  };
}
