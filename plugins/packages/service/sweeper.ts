import { type Context, leased } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import { collect, type Reading } from './collect.ts';
import { recordReadings } from './record.ts';
import { claimReadings, giveBackReadings, type Claimed } from './schedule.ts';
import { SeenDiffs } from './seenDiffs.ts';
import { SeenLists } from './seenLists.ts';

/** Lists that are read at once: of hosts that answered last time, and of those that did not, which may be slow. */
const LANES = [
  { atOnce: 8, held: 24 },
  { atOnce: 8, held: 8 },
] as const;
const TICK_MS = 2_000;
/** Long enough to read and store a host, even the last one that waits while all before it hang. */
export const LEASE_MS = 150_000;
const BATCH_RESULTS = 20;
/** The most entries of a batch: its lists wait in memory. */
const BATCH_ENTRIES = 60_000;
/**
 * How long a batch waits: lists read at once end one after the other, and a commit costs about the same for one and for
 * twenty.
 */
const BATCH_WAIT_MS = 500;

/** Reads the lists that are due, on every manager. */
export function createSweeper(ctx: Context): leased.Worker {
  const diffs = new SeenDiffs();
  const seen = new SeenLists();
  return leased.worker<{ claimed: Claimed; host: Host | undefined }, Reading>(ctx, {
    noun: 'lists of packages',
    lanes: LANES,
    everyMs: TICK_MS,
    async claim(lane, limit) {
      const claimed = await claimReadings(ctx, { lane, limit, leaseMs: LEASE_MS });
      const hosts = await ctx.core.hosts.getMany(claimed.map(({ hostId }) => hostId));
      const byId = new Map(hosts.map((host) => [host.id, host]));
      return claimed.map((one) => ({ claimed: one, host: byId.get(one.hostId) }));
    },
    giveBack: () => giveBackReadings(ctx),
    work: ({ claimed, host }) => collect(ctx, claimed, host, seen),
    batch: {
      maxItems: BATCH_RESULTS,
      weight: { of: (reading) => (reading.kind === 'list' ? reading.list.entries : 0), max: BATCH_ENTRIES },
      waitMs: BATCH_WAIT_MS,
      write: (readings) => recordReadings(ctx, readings, diffs),
    },
    about: ({ claimed }) => ({ hostId: claimed.hostId }),
  });
}
