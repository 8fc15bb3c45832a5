import { claimLoop, createBatch, type Context } from '../../../server/plugin.ts';
import type { CheckModel } from '../models.ts';
import { claimDue, LONGEST_LEASE_MS, release } from './claim.ts';
import { recordRuns, type Ran } from './record.ts';
import { hostsFor, runCheck } from './run.ts';

export interface Sweeper {
  /** Gives back what this manager held when it was killed, and looks for due checks every second from then on. */
  start(): Promise<void>;
  /** Looks for due checks now instead of at the next tick. */
  wake(): void;
  /** Stores what has ended and gives the rest back. */
  stop(): Promise<void>;
}

/** How many checks run at once per lane: those that hang never keep those that pass from being run. */
export const RUNS_AT_ONCE = 48;
const LANES = [0, 1] as const;
const TICK_MS = 1_000;
const STOP_WAIT_MS = 3_000;
const FAILED = {
  claim: 'due health checks could not be claimed',
  giveBack: 'health checks that were being run when this manager was killed wait until their leases end',
};
const BATCH_RESULTS = 200;
const BATCH_WAIT_MS = 50;

interface Lane {
  lane: number;
  running: number;
  filling: boolean;
  /** The last claim was full: there is more. */
  more: boolean;
}

/** The loop on every manager that runs due checks. Rows decide: the manager with the lease runs the check. */
export function createSweeper(ctx: Context): Sweeper {
  const lanes = LANES.map((lane): Lane => ({ lane, running: 0, filling: false, more: false }));
  const batch = createBatch<Ran>({
    log: ctx.log,
    maxItems: BATCH_RESULTS,
    waitMs: BATCH_WAIT_MS,
    write: (results) => recordRuns(ctx, results),
    // The leases run out, and the checks are run again.
    failed: 'results of health checks could not be stored',
  });
  const under = new Set<Promise<void>>();
  let stopped = false;

  async function fill(state: Lane): Promise<void> {
    const limit = RUNS_AT_ONCE - state.running;
    if (stopped || state.filling || limit <= 0) return;
    state.filling = true;
    try {
      const checks = await claimDue(ctx, { lane: state.lane, limit, leaseMs: LONGEST_LEASE_MS });
      const hosts = await hostsFor(ctx, checks);
      state.more = checks.length === limit;
      for (const check of checks) begin(state, check, hosts);
    } finally {
      state.filling = false;
    }
  }

  function begin(state: Lane, check: CheckModel, hosts: Parameters<typeof runCheck>[2]): void {
    state.running++;
    const run = runCheck(ctx, check, hosts)
      .then((result) => batch.add({ check, result }))
      .catch((error: unknown) =>
        ctx.log.error({ error, checkId: check.id }, 'a health check could not be run'),
      )
      .finally(() => {
        state.running--;
        under.delete(run);
        // Claims the next checks together and not one at a time.
        if (state.more && state.running <= RUNS_AT_ONCE / 2) void fill(state).catch(report);
      });
    under.add(run);
  }

  const report = (error: unknown): void => ctx.log.warn({ error }, FAILED.claim);
  const fillAll = async (): Promise<void> => void (await Promise.all(lanes.map(fill)));
  const giveBack = (): Promise<void> => release(ctx);
  const loop = claimLoop(ctx, { ms: TICK_MS, failed: FAILED }, { claim: fillAll, giveBack });

  return {
    start: () => loop.start(),
    wake: () => void fillAll().catch(report),
    async stop() {
      stopped = true;
      loop.stop();
      await Promise.race([
        Promise.all(under),
        new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS).unref()),
      ]);
      await batch.flush();
      await giveBack();
    },
  };
}
