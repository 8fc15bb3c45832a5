import { type Actor, actors, type Context, work } from '#sdk';
import { Audience } from './audience.ts';
import { CLOSE, talkLimit, type LiveClient } from './client.ts';
import { BATCH, JobFeed, type CutEvents, type Follower } from './feed.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { errorMessage, type JobEvent, type Subscription } from './messages.ts';

const MAX_JOBS_A_CLIENT = 50;
/**
 * Open connections of one account, on each manager: a wall of screens that shares a token has twenty, and a person some
 * tabs.
 */
export const MAX_CLIENTS_OF_ONE = 50;
/** Requests of long polling of one account in ten seconds; they pass the pipeline and its budgets by. */
const MAX_POLLS = 1_000;
/** Subscriptions of one account that are served at once; the others wait, and a slow reader for a second at most. */
const SERVED_AT_ONCE = 2;
const KEEP_MS = 1_000;
/** All jobs of forty connections that come back at once. */
const WAITING_OF_ONE = 2_000;

/** Who is connected to this manager, and what each of them follows. */
export interface Hub {
  fleet: Fleet;
  add(client: LiveClient): void;
  remove(client: LiveClient): void;
  clients(): Iterable<LiveClient>;
  /** Whether the actor's account has as many connections open as it may. */
  hasEnough(actor: Actor): boolean;
  /** Counts a request of long polling; false once the actor's account makes too many. */
  mayPoll(actor: Actor): boolean;
  /** A message of the client; null: it was not understood. */
  receive(client: LiveClient, message: Subscription | null): void;
  /** The job has events up to `seq`, as this manager or another one tells. */
  jobChanged(jobId: string, seq: number): void;
  /** Asks for what no event told of: changes by other managers. */
  pollJobs(): void;
  closeAll(code: number, reason: string): void;
}

export function createHub(ctx: Context): Hub {
  const clients = new Set<LiveClient>();
  const polls = new Map<string, ReturnType<typeof talkLimit>>();
  const feeds = new Map<string, JobFeed>();
  const turns = work.createTurns({
    placesOf: () => SERVED_AT_ONCE,
    waitingOf: WAITING_OF_ONE,
    keepMs: KEEP_MS,
  });
  ctx.metrics.queue('live_calls', turns.waiting);
  const read = (jobId: string, afterSeq: number, limit: number) =>
    ctx.core.patching.eventsAfter(jobId, afterSeq, limit);
  const cut: CutEvents = async (jobId, events, { scope }) =>
    scope === 'all' ? events : ctx.core.patching.cutEvents(jobId, events, scope);

  const clientsOf = (account: string): LiveClient[] =>
    [...clients].filter(({ actor }) => actors.budgetKey(actor) === account);

  function feedOf(jobId: string): JobFeed {
    const feed = feeds.get(jobId) ?? new JobFeed(jobId, { read, cut }, ctx.log);
    feeds.set(jobId, feed);
    return feed;
  }

  function leave(jobId: string, follower: Follower): void {
    const feed = feeds.get(jobId);
    feed?.remove(follower);
    if (feed?.isEmpty) feeds.delete(jobId);
  }

  function unfollow(client: LiveClient, jobId: string): void {
    const follower = client.follows.get(jobId);
    if (!follower) return;
    client.follows.delete(jobId);
    leave(jobId, follower);
  }

  const isFollowing = (client: LiveClient, jobId: string, follower: Follower) =>
    !client.isClosed && client.follows.get(jobId) === follower;

  async function audienceOf(client: LiveClient): Promise<Audience> {
    client.audience ??= new Audience(await actors.hostScopeOf(ctx.hooks, client.actor));
    return client.audience;
  }

  /** Subscriptions cost the most: those of one account wait for one another, and never for those of others. */
  const inTurn = (client: LiveClient, message: Subscription): Promise<void> =>
    turns.run(actors.budgetKey(client.actor), async () => {
      if (!client.isClosed) await subscribe(client, message);
    });

  async function subscribe(client: LiveClient, message: Subscription): Promise<void> {
    if (message.to === 'job') return follow(client, message.jobId, message.fromSeq);
    await audienceOf(client);
    client.followsFleet = true;
  }

  /** Sends the history at the client's own pace, then the shared tail from exactly there. */
  async function follow(client: LiveClient, jobId: string, fromSeq: number): Promise<void> {
    const audience = await audienceOf(client);
    unfollow(client, jobId);
    if (client.follows.size >= MAX_JOBS_A_CLIENT)
      return client.send(
        errorMessage('VALIDATION_FAILED', `A connection follows at most ${MAX_JOBS_A_CLIENT} jobs.`),
      );
    const follower: Follower = { audience, sentSeq: fromSeq, deliver: (event) => client.send(event) };
    client.follows.set(jobId, follower);
    const lastSeq = await ctx.core.patching.lastSeq(jobId, audience.scope);
    if (!isFollowing(client, jobId, follower)) return;
    if (lastSeq === null) {
      client.follows.delete(jobId);
      return client.send(errorMessage('JOB_NOT_FOUND', 'There is no such job.'));
    }
    // A number from before a restored backup may be too high: the next events have lower ones.
    follower.sentSeq = Math.min(fromSeq, lastSeq);
    for (let events: readonly JobEvent[] | null = null; events === null || events.length === BATCH;) {
      events = await read(jobId, follower.sentSeq, BATCH);
      for (const event of await cut(jobId, events, audience)) {
        if (!isFollowing(client, jobId, follower)) return;
        follower.sentSeq = event.seq;
        client.send(event);
        await client.drained();
      }
      follower.sentSeq = events.at(-1)?.seq ?? follower.sentSeq;
    }
    if (isFollowing(client, jobId, follower)) feedOf(jobId).add(follower);
  }

  const fleet = createFleet(ctx, {
    clients: () => [...clients].filter((client) => client.followsFleet),
    join: (jobId, follower) => feedOf(jobId).add(follower),
    leave,
  });

  return {
    fleet,
    add: (client) => void clients.add(client),
    clients: () => clients,
    hasEnough: (actor) => clientsOf(actors.budgetKey(actor)).length >= MAX_CLIENTS_OF_ONE,
    mayPoll(actor) {
      const account = actors.budgetKey(actor);
      const limit = polls.get(account) ?? talkLimit(MAX_POLLS);
      polls.set(account, limit);
      return limit(ctx.clock.now().getTime());
    },
    remove(client) {
      clients.delete(client);
      const account = actors.budgetKey(client.actor);
      if (clientsOf(account).length === 0) polls.delete(account);
      client.isClosed = true;
      for (const jobId of [...client.follows.keys()]) unfollow(client, jobId);
    },
    receive(client, message) {
      if (!client.mayTalk(ctx.clock.now().getTime())) return client.close(CLOSE.policy, 'too many messages');
      if (message === null)
        return client.send(errorMessage('VALIDATION_FAILED', 'The message is no LiveClientMessage.'));
      inTurn(client, message).catch((error: unknown) => {
        if (error instanceof work.TurnsFull)
          return client.close(CLOSE.tryAgainLater, 'too many subscriptions wait');
        ctx.log.warn({ error, message }, 'a subscription could not be served');
        client.close(CLOSE.internal, 'try again');
      });
    },
    jobChanged(jobId, seq) {
      feeds.get(jobId)?.wake();
      fleet.jobChanged(jobId, seq);
    },
    pollJobs() {
      const followed = new Set([...clients].flatMap((client) => [...client.follows.keys()]));
      for (const jobId of followed) feeds.get(jobId)?.wake();
    },
    closeAll(code, reason) {
      for (const client of [...clients]) client.close(code, reason);
    },
  };
}
