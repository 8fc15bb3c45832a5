import { type Context, leased } from '#sdk';
import type { ClaimedHost, PollResult } from '#sdk/hosts.ts';
import { HealthMarks, pollHost, pollLimitMs } from './pollHost.ts';

const LANES = ['answering', 'failing'] as const;
/** Polls at once, for each lane. */
const AT_ONCE = 64;
const TICK_MS = 1_000;
/** A host that waits longer in the queue is dropped, and its lease expires. */
const QUEUE_LIMIT_MS = 30_000;
const LEASE_MS = pollLimitMs + QUEUE_LIMIT_MS + 5_000;
const BATCH_RESULTS = 200;
/** Patch lists wait for their batch in memory, so a batch is also limited by them. */
const BATCH_PATCHES = 20_000;
const BATCH_WAIT_MS = 100;

/** Polls the hosts that are due. Those that did not answer last time cannot slow the others down. */
export function createSweeper(ctx: Context, { atOnce = AT_ONCE }: { atOnce?: number } = {}): leased.Worker {
  const { polls } = ctx.core.hosts;
  const { transport } = ctx.core.agents;
  const owner = ctx.instanceId;
  const marks = new HealthMarks();
  let renewedAtMs = -Infinity;
  let isBehind = false;
  /** Reads all that is due, so while more is due than one claim takes, it is done once a second. */
  async function renew(): Promise<void> {
    if (isBehind && performance.now() - renewedAtMs < TICK_MS) return;
    renewedAtMs = performance.now();
    await polls.renew(owner, (host) => marks.isUnchanged(host, transport.healthMark(host.hostId)));
  }
  return leased.worker<ClaimedHost, PollResult>(ctx, {
    noun: 'polls of hosts',
    lanes: LANES.map(() => ({ atOnce, held: 2 * atOnce })),
    everyMs: TICK_MS,
    waitsAtMostMs: QUEUE_LIMIT_MS,
    async claim(lane, limit) {
      if (lane === 0) await renew();
      const hosts = await polls.claim({ owner, lane: LANES[lane] ?? 'failing', limit, leaseMs: LEASE_MS });
      if (lane === 0) isBehind = hosts.length === limit;
      return hosts;
    },
    giveBack: () => polls.release(owner),
    work: (host) => pollHost(transport, host, { now: ctx.clock.now(), marks }),
    batch: {
      maxItems: BATCH_RESULTS,
      weight: { of: ({ patches }) => patches?.patches.length ?? 0, max: BATCH_PATCHES },
      waitMs: BATCH_WAIT_MS,
      write: (results) => polls.record(owner, results),
    },
    about: ({ hostId }) => ({ hostId }),
  });
}
