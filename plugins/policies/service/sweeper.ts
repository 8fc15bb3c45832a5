import { type Context, leased } from '#sdk';
import { advance, dueRuns } from './advance.ts';
import { claimPolicy, duePolicies } from './claim.ts';

/** A start is noticed at most this late. */
const TICK_MS = 5_000;
/** The most policies, and the most runs, that one query takes. */
const BATCH = 100;
const AT_ONCE = 4;
const FAILED = 'policies that are due could not be looked at';

/** The loop on every manager that starts policies and moves their runs on. Rows decide: it only wakes. */
export const createSweeper = (ctx: Context): leased.Rounds =>
  leased.rounds(ctx, { ms: TICK_MS, failed: FAILED }, async (signal) => {
    let done = 0;
    do {
      const claimed = await claimAll(ctx, signal);
      const runs = await dueRuns(ctx, BATCH);
      // What failed is not due again at once; what went on may be.
      done = claimed + (await inTurns(ctx, runs, (run) => advance(ctx, run)));
    } while (done > 0 && !signal.aborted);
  });

/**
 * Decides about all policies that are due before any run goes on. It takes little of each, and making jobs for hundreds
 * that start at the same second takes minutes: those decided about after that would count as missed.
 */
async function claimAll(ctx: Context, signal: AbortSignal): Promise<number> {
  let all = 0;
  let claimed = 0;
  do {
    const ids = await duePolicies(ctx, BATCH);
    claimed = await inTurns(ctx, ids, (id) => claimPolicy(ctx, id));
    all += claimed;
  } while (claimed > 0 && !signal.aborted);
  return all;
}

/** Returns how many went well. A failure concerns one item: the others go on, and it is taken up again later. */
async function inTurns<T>(
  { log }: Context,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    for (const result of await Promise.allSettled(some.map(work)))
      if (result.status === 'fulfilled') done += 1;
      else log.warn({ error: result.reason as unknown }, 'a policy could not be brought on');
  }
  return done;
}
