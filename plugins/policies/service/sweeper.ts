import { every, type Context } from '../../../server/plugin.ts';
import { advance, dueRuns } from './advance.ts';
import { claimPolicy, duePolicies } from './claim.ts';

export interface Sweeper {
  start(): void;
  /** Looks for what is due now instead of at the next tick. */
  wake(): void;
  /** Waits for what is under way; nothing begins afterwards. */
  stop(): Promise<void>;
  /** One round; for tests and for the figures. */
  sweep(): Promise<void>;
}

/** A start is noticed at most this late. */
const TICK_MS = 5_000;
/** The most policies, and the most runs, that one query takes. */
const BATCH = 100;
const AT_ONCE = 4;
const FAILED = 'policies that are due could not be looked at';

/** The loop on every manager that starts policies and moves their runs on. Rows decide: it only wakes. */
export function createSweeper(ctx: Context): Sweeper {
  let under: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let ticks: { stop(): void } | null = null;

  async function sweep(): Promise<void> {
    do {
      again = false;
      const claimed = await claimAll();
      const runs = await dueRuns(ctx, BATCH);
      const moved = await inTurns(ctx, runs, (run) => advance(ctx, run));
      // What failed is not due again at once; what went on may be.
      again ||= claimed + moved > 0;
    } while (again && !stopped);
  }

  /**
   * Decides about all policies that are due before any run goes on. It takes little of each, and making jobs for
   * hundreds that start at the same second takes minutes: those decided about after that would count as missed.
   */
  async function claimAll(): Promise<number> {
    let all = 0;
    let claimed = 0;
    do {
      const ids = await duePolicies(ctx, BATCH);
      claimed = await inTurns(ctx, ids, (id) => claimPolicy(ctx, id));
      all += claimed;
    } while (claimed > 0 && !stopped);
    return all;
  }

  /** One sweep at a time on a manager; a call during a sweep gets another look afterwards. */
  function once(): Promise<void> {
    if (under) {
      again = true;
      return under;
    }
    under = sweep().finally(() => (under = null));
    return under;
  }

  const quietly = (): Promise<void> => once().catch((error: unknown) => ctx.log.warn({ error }, FAILED));
  return {
    start: () => void (ticks = every(ctx, { ms: TICK_MS, failed: FAILED }, once)),
    wake: () => void (stopped || quietly()),
    async stop() {
      stopped = true;
      ticks?.stop();
      await under?.catch(() => undefined);
    },
    sweep: once,
  };
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
