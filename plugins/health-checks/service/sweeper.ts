import { type Context, leased } from '#sdk';
import type { CheckModel } from '../models.ts';
import { claimChecks, giveBackChecks } from './claim.ts';
import { recordRuns, type Ran } from './record.ts';
import { hostsFor, runCheck } from './run.ts';

/** How many checks run at once per lane: those that hang never keep those that pass from being run. */
export const RUNS_AT_ONCE = 48;
const LANE = { atOnce: RUNS_AT_ONCE, held: RUNS_AT_ONCE };
const TICK_MS = 1_000;
const BATCH_RESULTS = 200;
const BATCH_WAIT_MS = 50;

/** Runs the checks that are due, on every manager. */
export function createSweeper(ctx: Context): leased.Worker {
  return leased.worker<{ check: CheckModel; hosts: Parameters<typeof runCheck>[2] }, Ran>(ctx, {
    noun: 'health checks',
    lanes: [LANE, LANE],
    everyMs: TICK_MS,
    async claim(lane, limit) {
      const checks = await claimChecks(ctx, { lane, limit });
      const hosts = await hostsFor(ctx, checks);
      return checks.map((check) => ({ check, hosts }));
    },
    giveBack: () => giveBackChecks(ctx),
    work: async ({ check, hosts }) => ({ check, result: await runCheck(ctx, check, hosts) }),
    batch: {
      maxItems: BATCH_RESULTS,
      waitMs: BATCH_WAIT_MS,
      write: (results) => recordRuns(ctx, results),
    },
    about: ({ check }) => ({ checkId: check.id }),
  });
}
