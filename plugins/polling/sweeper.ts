import {
  claimLoop,
  createBatch,
  type ClaimedHost,
  type Context,
  type PollResult,
} from '../../server/plugin.ts';
import { pollHost, pollLimitMs } from './pollHost.ts';

export interface SweeperOptions {
  /** Polls at once: of hosts that answered last time, and of those that did not. */
  concurrency?: Readonly<Record<Lane, number>>;
}

export interface Sweeper {
  /** Gives back what this manager held when it was killed, and looks for due hosts every second from then on. */
  start(): Promise<void>;
  /** Looks for due hosts now instead of at the next tick. */
  wake(): void;
  /** Claims and polls until nothing is due, and resolves when all is stored. */
  drain(): Promise<void>;
  /** Stores finished polls and releases the other hosts. */
  stop(): Promise<void>;
}

type Lane = 'answering' | 'failing';

const LANES: readonly Lane[] = ['answering', 'failing'];
const DEFAULT_CONCURRENCY = { answering: 64, failing: 64 };
const TICK_MS = 1_000;
const MAX_CLAIM = 200;
/** A host that waits longer in the queue is dropped, and its lease expires. */
const QUEUE_LIMIT_MS = 30_000;
const LEASE_MS = pollLimitMs + QUEUE_LIMIT_MS + 5_000;
const BATCH_RESULTS = 200;
/** Patch lists wait for their batch in memory, so a batch is also limited by them. */
const BATCH_PATCHES = 20_000;
const BATCH_WAIT_MS = 100;
const STOP_WAIT_MS = 3_000;
const FAILED = {
  claim: 'due hosts could not be claimed',
  giveBack: 'hosts that were being polled when this manager was killed wait until their leases end',
};

interface LaneState {
  lane: Lane;
  limit: number;
  inFlight: number;
  queue: { host: ClaimedHost; claimedAtMs: number }[];
  /** The last claim was full: there is more. */
  more: boolean;
}

/**
 * The loop that polls many hosts at once. Hosts that did not answer last time have places of their own, so that they
 * cannot slow the others down.
 */
export function createSweeper(
  ctx: Context,
  { concurrency = DEFAULT_CONCURRENCY }: SweeperOptions = {},
): Sweeper {
  const { polls } = ctx.core.hosts;
  const { transport } = ctx.core.agents;
  const owner = ctx.instanceId;
  const lanes = LANES.map((lane): LaneState => ({
    lane,
    limit: concurrency[lane],
    inFlight: 0,
    queue: [],
    more: false,
  }));
  const batch = createBatch<PollResult>({
    log: ctx.log,
    maxItems: BATCH_RESULTS,
    weight: { of: ({ patches }) => patches?.patches.length ?? 0, max: BATCH_PATCHES },
    waitMs: BATCH_WAIT_MS,
    write: (results) => polls.record(owner, results),
    // The leases expire, and the hosts are polled again.
    failed: 'poll results could not be stored',
  });
  let stopped = false;
  let filling: Promise<void> | null = null;
  let idle: (() => void)[] = [];

  const fill = (): Promise<void> => (filling ??= fillLanes().finally(() => (filling = null)));

  async function fillLanes(): Promise<void> {
    for (const state of lanes) {
      const wanted = Math.min(MAX_CLAIM, 2 * state.limit - state.inFlight - state.queue.length);
      if (stopped || wanted < Math.min(state.limit, 16)) continue;
      const hosts = await polls.claim({ owner, lane: state.lane, limit: wanted, leaseMs: LEASE_MS });
      state.more = hosts.length === wanted;
      const claimedAtMs = performance.now();
      for (const host of hosts) state.queue.push({ host, claimedAtMs });
      pump(state);
    }
    tellIdle();
  }

  function pump(state: LaneState): void {
    while (!stopped && state.inFlight < state.limit && state.queue.length > 0) {
      const next = state.queue.shift();
      if (!next || performance.now() - next.claimedAtMs > QUEUE_LIMIT_MS) continue;
      state.inFlight++;
      void pollHost(transport, next.host, ctx.clock.now())
        .then((result) => batch.add(result))
        .catch((error: unknown) => ctx.log.error({ error, hostId: next.host.hostId }, 'a poll failed'))
        .finally(() => {
          state.inFlight--;
          pump(state);
          if (state.more && state.queue.length === 0) void fill().catch(report);
          tellIdle();
        });
    }
  }

  const report = (error: unknown): void => ctx.log.warn({ error }, FAILED.claim);
  const busy = (): boolean =>
    filling !== null || lanes.some(({ inFlight, queue }) => inFlight > 0 || queue.length > 0);

  function tellIdle(): void {
    if (lanes.some(({ inFlight, queue }) => inFlight > 0 || queue.length > 0)) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  const whenIdle = (): Promise<void> =>
    busy() ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve();

  const giveBack = (): Promise<void> => polls.release(owner);
  const loop = claimLoop(ctx, { ms: TICK_MS, failed: FAILED }, { claim: fill, giveBack });

  return {
    start: () => loop.start(),
    wake: () => void fill().catch(report),
    async drain() {
      do {
        await fill();
        await whenIdle();
        await batch.flush();
      } while (lanes.some(({ more, inFlight }) => more || inFlight > 0));
    },
    async stop() {
      stopped = true;
      loop.stop();
      for (const state of lanes) state.queue = [];
      await Promise.race([whenIdle(), new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS).unref())]);
      await batch.flush();
      await giveBack();
    },
  };
}
