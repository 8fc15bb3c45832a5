import type { Context } from '#sdk';

export const FIRST_POLL_JOB = 'enrollment.pollFirst';

/**
 * The times of the polls: the agent opens its listener once it has stored what it fetched, and a slow machine takes
 * longer.
 */
const DELAYS_MS = [1_500, 3_000, 6_000, 12_000] as const;

export interface FirstPoll {
  hostId: string;
  fetchedAtMs: number;
  attempt: number;
}

export async function scheduleFirstPoll(ctx: Context, poll: FirstPoll): Promise<void> {
  const delayMs = DELAYS_MS[poll.attempt];
  if (delayMs === undefined) return;
  await ctx.jobs.schedule(FIRST_POLL_JOB, poll, {
    at: new Date(ctx.clock.now().getTime() + delayMs),
    unique: poll.hostId,
  });
}

/**
 * Makes the host due, again and again until it answers; after that, or after the last poll, its usual interval applies.
 */
export async function pollFirst(ctx: Context, poll: FirstPoll): Promise<void> {
  const host = await ctx.core.hosts.get(poll.hostId);
  if (!host || (host.lastSeenAt !== null && host.lastSeenAt.getTime() >= poll.fetchedAtMs)) return;
  await ctx.tx(
    async (tx) => {
      await ctx.core.hosts.pollSoon(tx, [host.id]);
      ctx.events.emit(tx, 'enrollment.certificateFetched', { hostId: host.id });
    },
    { durable: false, name: 'poll an enrolled host' },
  );
  await scheduleFirstPoll(ctx, { ...poll, attempt: poll.attempt + 1 });
}
