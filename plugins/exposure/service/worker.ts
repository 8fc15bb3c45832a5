import { every, type Context } from '../../../server/plugin.ts';
import { PatchNames } from './patchNames.ts';
import { scoreSome } from './scores.ts';
import { renewStandings } from './standings.ts';
import { takeInSome } from './takeIn.ts';

export interface Worker {
  start(): void;
  /** Looks for what is due now instead of at the next tick. */
  wake(): void;
  /** Waits for what is under way; nothing begins afterwards. */
  stop(): Promise<void>;
  /** Runs until nothing is due; for tests and for the figures. */
  run(): Promise<void>;
}

const TICK_MS = 5_000;
/** A pause between two batches, so that polls and people get their turn at the one writer. */
const PAUSE_MS = 20;
const FAILED = 'what hosts lack could not be taken in';

/**
 * The loop that takes in what polls and imports have brought, on every manager. The rows tell what is due; a wake-up
 * only makes it look.
 */
export function createWorker(ctx: Context): Worker {
  let under: Promise<void> | null = null;
  const names = new PatchNames();
  let stopped = false;
  let ticks: { stop(): void } | null = null;

  async function run(): Promise<void> {
    const some = async (): Promise<number> =>
      (await takeInSome(ctx, names)) + (await scoreSome(ctx)) + (await renewStandings(ctx));
    while (!stopped && (await some()) > 0)
      await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  function once(): Promise<void> {
    under ??= run().finally(() => (under = null));
    return under;
  }
  return {
    start: () => void (ticks = every(ctx, { ms: TICK_MS, failed: FAILED }, once)),
    wake: () => void (stopped || once().catch((error: unknown) => ctx.log.warn({ error }, FAILED))),
    async stop() {
      stopped = true;
      ticks?.stop();
      await under?.catch(() => undefined);
    },
    run: once,
  };
}
