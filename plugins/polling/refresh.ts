import { v7 as uuid } from 'uuid';
import { type Actor, AgentFailure, AppError, type Context, type HostScope, leased, type Tx } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import { RefreshModel } from './models.ts';

export interface RefreshRequest {
  hostId: string;
  idempotencyKey: string | null;
  actor: Actor;
  address: string;
  scope: HostScope;
}

export interface RefreshAnswer {
  status: 'started' | 'already_running';
  agentJobId: string | null;
}

export interface Refreshes {
  /** Throws HOST_NOT_FOUND, DUPLICATE_IDENTITY, IDEMPOTENCY_MISMATCH, HOST_UNREACHABLE. */
  refresh(request: RefreshRequest): Promise<RefreshAnswer>;
  /** Takes over the refreshes of a manager that is gone. */
  adoptAbandoned(): Promise<void>;
  /** Gives back what this manager followed when it was killed, so that any takes it up at once. */
  start(): Promise<void>;
  /** Gives back what it follows. */
  stop(): Promise<void>;
}

/** How long the caller waits for the agent's answer; after that it is told that the work has started. */
const FIRST_ANSWER_MS = 3_000;
const FOLLOW_EVERY_MS = 1_000;
const FOLLOW_LIMIT_MS = 900_000;
const CONTACT_LIMIT_MS = 60_000;
const LEASE_MS = 60_000;
const MOST_ADOPTED = 50;

/** Refreshes under way, which managers share: due for another one when the lease of their manager is over. */
const REFRESHES: leased.Table = {
  table: 'polling_refreshes',
  id: 'id',
  due: 'lease_until',
  owner: 'owner',
  until: 'lease_until',
  live: { running: 1 },
  movesDue: true,
};

export const refreshWaits = (): leased.Wait[] => [
  { table: REFRESHES.table, column: REFRESHES.until, kind: 'ms', longest: LEASE_MS },
];

type Started = { agentJobId: string | null } | { failure: AgentFailure };

/** Has agents refresh their package lists, follows those jobs, then has the hosts polled. */
export function createRefreshes(ctx: Context, wake: () => void): Refreshes {
  const stopping = new AbortController();
  const started = async (row: RefreshModel, host: Host): Promise<Started> => {
    const asked = ask(ctx, row, host);
    void asked
      .then((result) => follow(ctx, row, host, result, stopping.signal).then(wake))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          ctx.log.warn({ error, hostId: host.id }, 'a refresh could not be followed');
      });
    const late = ctx.clock.sleep(FIRST_ANSWER_MS).then(() => ({ agentJobId: null }));
    return Promise.race([asked, late]);
  };
  return {
    async refresh(request) {
      const host = await ctx.core.hosts.require(request.hostId, request.scope);
      if (host.duplicateIdentity)
        throw new AppError('DUPLICATE_IDENTITY', { details: { host_ids: [host.id] } });
      const { row, fresh } = await ctx.tx((tx) => enter(ctx, tx, { ...request, host }), {
        name: 'polling.refresh',
      });
      if (!fresh)
        return { status: row.running === 1 ? 'already_running' : 'started', agentJobId: row.agentJobId };
      const result = await started(row, host);
      if ('failure' in result) {
        const { code, message } = result.failure;
        throw new AppError(
          'HOST_UNREACHABLE',
          { message: `The agent could not be asked: ${message}.`, details: { reason: code } },
          { cause: result.failure },
        );
      }
      return { status: 'started', agentJobId: result.agentJobId };
    },
    async adoptAbandoned() {
      const claim = { owner: ctx.instanceId, limit: MOST_ADOPTED, leaseMs: LEASE_MS };
      const rows = await leased.claimDue(ctx, REFRESHES, claim, ({ knex }, { ids, lease }) =>
        RefreshModel.query(knex)
          .whereIn('id', [...ids])
          .where(lease),
      );
      for (const row of rows) {
        const host = await ctx.core.hosts.get(row.hostId);
        // `started` has logged what went wrong.
        if (host) void started(row, host).catch(() => undefined);
        else await end(ctx, row.id, 'HOST_REMOVED');
      }
    },
    start: () => leased.giveBack(ctx, REFRESHES, ctx.instanceId),
    async stop() {
      stopping.abort();
      await leased.giveBack(ctx, REFRESHES, ctx.instanceId);
    },
  };
}

/**
 * For the transaction that deletes the host; a manager that still follows one of its refreshes has nothing to write.
 */
export async function forgetRefreshes(tx: Tx, hostId: string): Promise<void> {
  await RefreshModel.query(tx.knex).where('host_id', hostId).delete();
}

/** Longer than idempotency keys are kept: the answer to a repeated call is read from the row that its key names. */
const KEPT_MS = 91 * 86_400_000;
/** Rows that one transaction deletes. */
const BATCH = 500;

/** Deletes refreshes that ended long ago: a tool that refreshes ten thousand hosts a day makes as many rows. */
export async function deleteOldRefreshes(ctx: Pick<Context, 'db' | 'tx' | 'clock'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  const some = (): Promise<number> =>
    ctx.tx(
      async ({ knex }) => {
        const rows = await RefreshModel.query(knex)
          .select('id')
          .where('started_at', '<', before)
          .whereNull('running')
          .limit(BATCH);
        const ids = rows.map(({ id }) => id);
        return ids.length === 0 ? 0 : RefreshModel.query(knex).whereIn('id', ids).delete();
      },
      { durable: false, name: 'polling.cleanUp' },
    );
  while ((await some()) === BATCH);
}

type Wish = Omit<RefreshRequest, 'hostId' | 'scope'> & { host: Host };

/** The row of the request: a new one, the one under way, or the one that the same idempotency key gave before. */
async function enter(
  ctx: Context,
  tx: Tx,
  { host, idempotencyKey, actor, address }: Wish,
): Promise<{ row: RefreshModel; fresh: boolean }> {
  let fresh = false;
  const leaseUntil = (await ctx.db.now(tx.knex)).getTime() + LEASE_MS;
  const { resourceId } = await ctx.idempotency.once(
    tx,
    { key: idempotencyKey, operationId: 'refreshHost', actor, request: { id: host.id } },
    async () => {
      const running = await RefreshModel.query(tx.knex).findOne({ host_id: host.id, running: 1 });
      if (running) return running.id;
      fresh = true;
      const id = uuid();
      const startedAt = ctx.clock.now();
      await RefreshModel.query(tx.knex).insert({
        id,
        hostId: host.id,
        running: 1,
        agentJobId: null,
        outcome: null,
        startedAt,
        owner: ctx.instanceId,
        leaseUntil,
      });
      ctx.audit.record(tx, {
        actor,
        address,
        action: 'host.refreshed',
        resource: { kind: 'host', id: host.id, name: host.fqdn },
      });
      return id;
    },
  );
  const row = await RefreshModel.query(tx.knex).findById(resourceId);
  if (!row) throw new Error('the refresh vanished inside its own transaction');
  return { row, fresh };
}

/** Asks the agent. If it refuses (without root, say), the host is polled all the same; if it cannot be reached, not. */
async function ask(ctx: Context, row: RefreshModel, host: Host): Promise<Started> {
  const { transport, targetOf } = ctx.core.agents;
  try {
    const { data } = await transport.call(targetOf(host), 'refreshPatches', { idempotencyKey: row.id });
    await ctx.tx(
      async (tx) =>
        void (await RefreshModel.query(tx.knex).findById(row.id).patch({ agentJobId: data.job_id })),
      { name: 'polling.noteRefresh' },
    );
    return { agentJobId: data.job_id };
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    return error.kind === 'refused' ? { agentJobId: null } : { failure: error };
  }
}

async function follow(
  ctx: Context,
  row: RefreshModel,
  host: Host,
  started: Started,
  signal: AbortSignal,
): Promise<void> {
  if ('failure' in started) return end(ctx, row.id, started.failure.code);
  const outcome =
    started.agentJobId === null ? 'REFUSED' : await jobOutcome(ctx, row.id, host, started.agentJobId, signal);
  await ctx.tx((tx) => ctx.core.hosts.pollSoon(tx, [host.id]), {
    durable: false,
    name: 'polling.pollRefreshed',
  });
  await end(ctx, row.id, outcome);
}

/** Waits for the agent's job; gives up after 15 minutes, or a minute without contact. */
async function jobOutcome(
  ctx: Context,
  refreshId: string,
  host: Host,
  jobId: string,
  signal: AbortSignal,
): Promise<string> {
  const { transport, targetOf } = ctx.core.agents;
  const target = targetOf(host);
  const startMs = ctx.clock.now().getTime();
  let contactMs = startMs;
  let leaseMs = startMs;
  for (;;) {
    await ctx.clock.sleep(FOLLOW_EVERY_MS, signal);
    const nowMs = ctx.clock.now().getTime();
    if (nowMs - startMs > FOLLOW_LIMIT_MS) return 'TIMED_OUT';
    if (nowMs - contactMs > CONTACT_LIMIT_MS) return 'CONTACT_LOST';
    if (nowMs - leaseMs > LEASE_MS / 3) {
      await extend(ctx, refreshId);
      leaseMs = nowMs;
    }
    try {
      const { data } = await transport.call(target, 'getJob', { params: { id: jobId } });
      if (data.status !== 'pending' && data.status !== 'running')
        return data.status.toUpperCase().slice(0, 64);
      contactMs = ctx.clock.now().getTime();
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      if (error.kind === 'refused' && !error.retryable) return error.code;
    }
  }
}

async function extend(ctx: Context, id: string): Promise<void> {
  const leaseUntil = (await ctx.db.now()).getTime() + LEASE_MS;
  await patch(ctx, { id, owner: ctx.instanceId }, { leaseUntil });
}

const end = (ctx: Context, id: string, outcome: string): Promise<void> =>
  patch(ctx, { id }, { running: null, owner: null, outcome });

const patch = (ctx: Context, where: object, set: Partial<RefreshModel>): Promise<void> =>
  ctx.tx(async ({ knex }) => void (await RefreshModel.query(knex).where(where).patch(set)), {
    durable: false,
    name: 'polling.followRefresh',
  });
