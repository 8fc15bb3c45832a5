import { createBatch, every, type Context } from '../../../server/plugin.ts';
import { collect, type Reading } from './collect.ts';
import { recordReadings } from './record.ts';
import { claimDue, releaseAll, type Claimed } from './schedule.ts';

export interface Sweeper {
  start(): void;
  /** Reads until nothing is due, and resolves when all is stored. */
  drain(): Promise<void>;
  /** Stores what has ended and gives the rest back. */
  stop(): Promise<void>;
}

/** Lists at once: of hosts that answered last time, and of those that did not, which may be as slow as they like. */
const AT_ONCE = { 0: 8, 1: 8 } as const;
const LANES = [0, 1] as const;
const TICK_MS = 2_000;
/** A reading has ended by then, stored and all. */
const LEASE_MS = 120_000;
const STOP_WAIT_MS = 3_000;
const BATCH_RESULTS = 20;
/** Lists wait for their batch in memory. */
const BATCH_ENTRIES = 60_000;
const BATCH_WAIT_MS = 100;
const CLAIM_FAILED = 'hosts whose packages are due could not be claimed';

interface Lane {
  lane: 0 | 1;
  running: number;
  filling: boolean;
  /** The last claim was full: there is more. */
  more: boolean;
}

/** The one loop that reads the lists that are due, on every manager. Rows decide: who has the lease reads it. */
export function createSweeper(ctx: Context): Sweeper {
  const lanes = LANES.map((lane): Lane => ({ lane, running: 0, filling: false, more: false }));
  const batch = createBatch<Reading>({
    log: ctx.log,
    maxItems: BATCH_RESULTS,
    weight: { of: (reading) => (reading.kind === 'list' ? reading.list.entries : 0), max: BATCH_ENTRIES },
    waitMs: BATCH_WAIT_MS,
    write: (readings) => recordReadings(ctx, readings),
    // The leases run out, and the hosts are asked again.
    failed: 'lists of packages could not be stored',
  });
  const under = new Set<Promise<void>>();
  let stopped = false;
  let ticks: { stop(): void } | null = null;

  async function fill(state: Lane): Promise<void> {
    const limit = AT_ONCE[state.lane] - state.running;
    if (stopped || state.filling || limit <= 0) return;
    state.filling = true;
    try {
      const claimed = await claimDue(ctx, { lane: state.lane, limit, leaseMs: LEASE_MS });
      state.more = claimed.length === limit;
      if (claimed.length === 0) return;
      const hosts = await ctx.core.hosts.getMany(claimed.map(({ hostId }) => hostId));
      const byId = new Map(hosts.map((host) => [host.id, host]));
      for (const one of claimed) begin(state, one, byId);
    } finally {
      state.filling = false;
    }
  }

  function begin(
    state: Lane,
    claimed: Claimed,
    hosts: ReadonlyMap<string, Parameters<typeof collect>[2]>,
  ): void {
    state.running++;
    const run = collect(ctx, claimed, hosts.get(claimed.hostId))
      .then((reading) => batch.add(reading))
      .catch((error: unknown) =>
        ctx.log.error({ error, hostId: claimed.hostId }, 'the packages of a host could not be read'),
      )
      .finally(() => {
        state.running--;
        under.delete(run);
        // The next ones are claimed together, not one for one.
        if (state.more && state.running <= AT_ONCE[state.lane] / 2) void fill(state).catch(report);
      });
    under.add(run);
  }

  const report = (error: unknown): void => ctx.log.warn({ error }, CLAIM_FAILED);
  const fillAll = async (): Promise<void> => void (await Promise.all(lanes.map(fill)));

  return {
    start() {
      ticks = every(ctx, { ms: TICK_MS, failed: CLAIM_FAILED }, fillAll);
    },
    async drain() {
      do {
        await fillAll();
        while (under.size > 0 || lanes.some(({ filling }) => filling)) {
          await Promise.all(under);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await batch.flush();
      } while (lanes.some(({ more }) => more));
    },
    async stop() {
      stopped = true;
      ticks?.stop();
      await Promise.race([
        Promise.all(under),
        new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS).unref()),
      ]);
      await batch.flush();
      await releaseAll(ctx);
    },
  };
}
