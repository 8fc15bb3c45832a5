import { type Context, leased, newId, type Tx } from '#sdk';
import {
  afterRun,
  isSame,
  worst,
  type CheckResult,
  type CheckStatus,
  type Standing,
} from '../domain/status.ts';
import { ChangeModel, CheckModel } from '../models.ts';

/** A check that this manager has a lease on, and what its run said. */
export interface Ran {
  check: CheckModel;
  result: CheckResult;
}

/** Each check has its fixed place in the ±10 % around its interval. */
const JITTER = 0.1;
const SPREAD = 1_000;

const standingOf = ({ status, seenOnce, lastMessage, lastCheckedAt }: CheckModel): Standing => ({
  status,
  seenOnce,
  message: lastMessage,
  hasRun: lastCheckedAt !== null,
});

/**
 * Stores what a sweep found, in one transaction, with few statements for all checks that say nothing new. A check that
 * was edited or taken over meanwhile is left alone.
 */
export async function recordRuns(ctx: Context, ran: readonly Ran[]): Promise<void> {
  if (ran.length === 0) return;
  const { healthCheckPollIntervalSecs: standard } = await ctx.core.hosts.pollingSettings();
  await ctx.tx(
    async (tx) => {
      const news = ran.filter(({ check, result }) => {
        const before = standingOf(check);
        return !isSame(before, afterRun(before, result)) || laneOf(result) !== check.lane;
      });
      for (const hostId of sorted(news.map(({ check }) => check.hostId))) {
        // The host's row is the lock: whoever writes a status of its checks sees those that others have written.
        await ctx.core.hosts.getIn(tx, hostId);
        for (const one of news) if (one.check.hostId === hostId) await storeNews(ctx, tx, one);
        await tellHost(ctx, tx, hostId);
      }
      await moveOn(ctx, tx, ran, standard);
    },
    { durable: false, name: 'health-checks.record' },
  );
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
const laneOf = ({ status }: CheckResult): number => (status === 'passing' ? 0 : 1);

async function storeNews(ctx: Context, tx: Tx, { check, result }: Ran): Promise<void> {
  const after = afterRun(standingOf(check), result);
  const rows = await CheckModel.query(tx.knex)
    .where({ id: check.id, lease_owner: ctx.instanceId, edit_version: check.editVersion })
    .patch({
      status: after.status,
      seenOnce: after.seenOnce,
      lastMessage: after.message,
      lane: laneOf(result),
      lastCheckedAt: ctx.clock.now(),
    });
  if (rows === 0 || after.status === check.status) return;
  await noteChange(ctx, tx, { check, to: after.status, message: result.message });
}

interface Change {
  check: Pick<CheckModel, 'id' | 'hostId' | 'name' | 'status'>;
  to: CheckStatus;
  message: string;
}

/** Writes a row of the history, and sends an event to those who look at the host. */
export async function noteChange(ctx: Context, tx: Tx, { check, to, message }: Change): Promise<void> {
  await ChangeModel.query(tx.knex).insert({
    id: newId(),
    checkId: check.id,
    at: ctx.clock.now(),
    fromStatus: check.status,
    toStatus: to,
    message,
  });
  tellCheck(ctx, tx, { ...check, status: to });
}

/** Sends an event about a check; `status` null: the check was deleted. */
export function tellCheck(
  { live }: Context,
  tx: Tx,
  check: { id: string; hostId: string; name: string; status: CheckStatus | null },
): void {
  const data = { host_id: check.hostId, check_id: check.id, name: check.name, last_status: check.status };
  live.tell(tx, 'health_check.updated', data, { hostId: check.hostId });
}

/** Deletes checks with their history, and tells those who look at their hosts; who did it is for the caller to record. */
export async function dropRows(
  ctx: Context,
  tx: Tx,
  checks: readonly Pick<CheckModel, 'id' | 'hostId' | 'name'>[],
): Promise<void> {
  const ids = checks.map(({ id }) => id);
  if (ids.length === 0) return;
  await CheckModel.query(tx.knex).whereIn('id', ids).delete();
  await ChangeModel.query(tx.knex).whereIn('check_id', ids).delete();
  for (const check of checks) tellCheck(ctx, tx, { ...check, status: null });
}

/** Sets the host's own status from its checks as they are now; the host's row must be locked. */
export async function tellHost(ctx: Context, tx: Tx, hostId: string): Promise<void> {
  // A read that locks sees what was committed since this transaction began.
  const checks = await CheckModel.query(tx.knex)
    .select('id', 'status')
    .where({ host_id: hostId, enabled: 1 })
    .forUpdate();
  const status = worst(checks.map((check) => check.status));
  await ctx.core.hosts.setHealthCheckStatus(tx, hostId, status);
}

/** Makes the checks due again after their interval, and gives their leases back. */
async function moveOn(ctx: Context, tx: Tx, ran: readonly Ran[], standardSecs: number): Promise<void> {
  const nowMs = (await ctx.db.now()).getTime();
  const at = ctx.clock.now();
  const byInterval = new Map<number, string[]>();
  for (const { check } of ran) {
    const secs = check.intervalSecs ?? standardSecs;
    byInterval.set(secs, [...(byInterval.get(secs) ?? []), check.id]);
  }
  for (const [secs, ids] of byInterval)
    await tx
      .knex('health_checks_checks')
      .whereIn('id', ids)
      .where('lease_owner', ctx.instanceId)
      .update({
        next_check_at: tx.knex.raw('? + spread * ?', placed(nowMs, secs)),
        last_checked_at: at,
        ...leased.freed(RUNS),
      });
}

/** The runs of checks, which managers share. */
export const RUNS: leased.Table = {
  table: 'health_checks_checks',
  id: 'id',
  due: 'next_check_at',
  lane: 'lane',
  owner: 'lease_owner',
  until: 'lease_until',
};

/** The earliest time, and the step between two places, around an interval; both in milliseconds. */
export const placed = (nowMs: number, secs: number): [number, number] => [
  nowMs + Math.round(secs * 1_000 * (1 - JITTER)),
  Math.max(1, Math.round((secs * 1_000 * 2 * JITTER) / SPREAD)),
];
