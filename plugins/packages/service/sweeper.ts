import { claimLoop, createBatch, type Context, type Host } from '../../../server/plugin.ts';
import { collect, type Reading } from './collect.ts';
import { recordReadings } from './record.ts';
import { claimDue, releaseAll, type Claimed } from './schedule.ts';
import { SeenDiffs } from './seenDiffs.ts';
import { SeenLists } from './seenLists.ts';

export interface Sweeper {
  /** Gives back what this manager held when it was killed, and looks for due hosts every two seconds from then on. */
  start(): Promise<void>;
  /** Reads until nothing is due, and resolves when all is stored. */
  drain(): Promise<void>;
  /** Stores what was read and releases the other hosts. */
  stop(): Promise<void>;
}

/** Lists that are read at once: of hosts that answered last time, and of those that did not, which may be slow. */
const AT_ONCE = { 0: 8, 1: 8 } as const;
const LANES = [0, 1] as const;
const TICK_MS = 2_000;
/** Hosts that are claimed at once, including those that then wait for their turn: each claim is a transaction. */
const CLAIMED_AT_ONCE = { 0: 24, 1: 8 } as const;
/** Long enough to read and store a host, even the last one that waits while all before it hang. */
const LEASE_MS = 150_000;
const STOP_WAIT_MS = 3_000;
const BATCH_RESULTS = 20;
/** The most entries of a batch: its lists wait in memory. */
const BATCH_ENTRIES = 60_000;
/**
 * How long a batch waits: lists read at once end one after the other, and a commit costs about the same for one and for
 * twenty.
 */
const BATCH_WAIT_MS = 500;
const FAILED = {
  claim: 'hosts whose packages are due could not be claimed',
  giveBack: 'hosts whose packages were being read when this manager was killed wait until their leases end',
};

interface Lane {
  lane: 0 | 1;
  running: number;
  /** Claimed, and not begun. */
  waiting: { claimed: Claimed; host: Host | undefined }[];
  filling: boolean;
  /** The last claim was full: there is more. */
  more: boolean;
}

/** The loop that reads the lists that are due, on every manager: the one with a host's lease reads it. */
export function createSweeper(ctx: Context): Sweeper {
  const lanes = LANES.map((lane): Lane => ({ lane, running: 0, waiting: [], filling: false, more: false }));
  const diffs = new SeenDiffs();
  const batch = createBatch<Reading>({
    log: ctx.log,
    maxItems: BATCH_RESULTS,
    weight: { of: (reading) => (reading.kind === 'list' ? reading.list.entries : 0), max: BATCH_ENTRIES },
    waitMs: BATCH_WAIT_MS,
    write: (readings) => recordReadings(ctx, readings, diffs),
    // The leases expire, and the hosts are asked again.
    failed: 'lists of packages could not be stored',
  });
  const seen = new SeenLists();
  const under = new Set<Promise<void>>();
  let stopped = false;

  async function fill(state: Lane): Promise<void> {
    const limit = CLAIMED_AT_ONCE[state.lane] - state.running - state.waiting.length;
    if (stopped || state.filling || limit <= 0) return;
    state.filling = true;
    try {
      const claimed = await claimDue(ctx, { lane: state.lane, limit, leaseMs: LEASE_MS });
      state.more = claimed.length === limit;
      if (claimed.length === 0) return;
      const hosts = await ctx.core.hosts.getMany(claimed.map(({ hostId }) => hostId));
      const byId = new Map(hosts.map((host) => [host.id, host]));
      state.waiting.push(...claimed.map((one) => ({ claimed: one, host: byId.get(one.hostId) })));
      beginNext(state);
    } finally {
      state.filling = false;
    }
  }

  function beginNext(state: Lane): void {
    while (!stopped && state.running < AT_ONCE[state.lane]) {
      const next = state.waiting.shift();
      if (!next) return;
      begin(state, next);
    }
  }

  function begin(state: Lane, { claimed, host }: Lane['waiting'][number]): void {
    state.running++;
    const run = collect(ctx, claimed, host, seen)
      .then((reading) => batch.add(reading))
      .catch((error: unknown) =>
        ctx.log.error({ error, hostId: claimed.hostId }, 'the packages of a host could not be read'),
      )
      .finally(() => {
        state.running--;
        under.delete(run);
        beginNext(state);
        // The next ones are claimed together, not one for one.
        if (state.more && state.waiting.length === 0 && state.running <= AT_ONCE[state.lane] / 2)
          void fill(state).catch(report);
      });
    under.add(run);
  }

  const report = (error: unknown): void => ctx.log.warn({ error }, FAILED.claim);
  const fillAll = async (): Promise<void> => void (await Promise.all(lanes.map(fill)));
  const giveBack = (): Promise<void> => releaseAll(ctx);
  const loop = claimLoop(ctx, { ms: TICK_MS, failed: FAILED }, { claim: fillAll, giveBack });

  return {
    start: () => loop.start(),
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
