import { type Context, leased } from '#sdk';
import type { Feeds } from './feeds.ts';
import { PatchNames } from './patchNames.ts';
import { scoreSome } from './scores.ts';
import { renewStandings } from './standings.ts';
import { takeInSome } from './takeIn.ts';

const TICK_MS = 5_000;
/** A pause between two batches, so that polls and people get their turn at the one writer. */
const PAUSE_MS = 20;
const FAILED = 'what hosts lack could not be taken in';

/**
 * The loop that takes in what polls and imports have brought, on every manager. The rows tell what is due; a wake-up
 * only makes it look.
 */
export function createWorker(ctx: Context, feeds: Feeds): leased.Rounds {
  const names = new PatchNames();
  const some = async (): Promise<number> =>
    (await takeInSome(ctx, names)) + (await scoreSome(ctx, feeds)) + (await renewStandings(ctx));
  return leased.rounds(ctx, { ms: TICK_MS, failed: FAILED }, async (signal) => {
    while (!signal.aborted && (await some()) > 0)
      await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
  });
}
