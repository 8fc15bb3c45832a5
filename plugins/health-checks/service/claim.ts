import { CLOCKS_DIFFER_MS, type Context } from '../../../server/plugin.ts';
import { CheckModel } from '../models.ts';
import { FREE } from './record.ts';

/** A batch has ended by then: every check has at most 60 s, and some wait for a place. */
export const LONGEST_LEASE_MS = 180_000;

export interface Claim {
  /** 0: those whose last run passed; 1: the others. */
  lane: number;
  limit: number;
  leaseMs: number;
}

/** Claims due checks by compare-and-set: of two managers that want the same check, the database lets one have it. */
export async function claimDue(ctx: Context, { lane, limit, leaseMs }: Claim): Promise<CheckModel[]> {
  const nowMs = (await ctx.db.now()).getTime();
  const due = (await ctx.db
    .reader('health_checks_checks')
    .where('lane', lane)
    .where('next_check_at', '<=', nowMs)
    .where((free) => void free.whereNull('lease_until').orWhere('lease_until', '<=', nowMs))
    .orderBy('next_check_at')
    .limit(limit)
    .select('id')) as { id: string }[];
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  const lease = { lease_owner: ctx.instanceId, lease_until: nowMs + leaseMs };
  return ctx.tx(
    async (tx) => {
      const taken = await tx
        .knex('health_checks_checks')
        .whereIn('id', ids)
        .where('next_check_at', '<=', nowMs)
        .where((free) => void free.whereNull('lease_until').orWhere('lease_until', '<=', nowMs))
        .update(lease);
      if (taken === 0) return [];
      return CheckModel.query(tx.knex).whereIn('id', ids).where(lease);
    },
    { durable: false, name: 'health-checks.claim' },
  );
}

/** Gives back the checks that this manager holds and will not run any more. */
export async function release(ctx: Context): Promise<void> {
  await ctx.tx(
    async (tx) =>
      void (await tx.knex('health_checks_checks').where('lease_owner', ctx.instanceId).update(FREE)),
    { durable: false, name: 'health-checks.release' },
  );
}

/**
 * Applies a new interval at once: no check waits longer than it (plus 10 %), and each keeps its place. Each manager
 * does this when it hears of the setting; doing it again changes nothing.
 */
export async function followInterval(ctx: Context): Promise<void> {
  const { healthCheckPollIntervalSecs: secs } = await ctx.core.hosts.pollingSettings();
  const nowMs = (await ctx.db.now()).getTime();
  // `spread` goes to 1,000, so `spread` times the interval in seconds is a part of the interval in milliseconds.
  await ctx.tx(
    async (tx) =>
      void (await tx
        .knex('health_checks_checks')
        .whereNull('interval_secs')
        .where('next_check_at', '>', nowMs + Math.round(secs * 1_100))
        .update({ next_check_at: tx.knex.raw('? + spread * ?', [nowMs, secs]) })),
    { durable: false, name: 'health-checks.followInterval' },
  );
}

/**
 * Brings forward checks that are due later than one interval (plus 10 %) from now, and leases that last longer than any:
 * a clock that was set back since has written them.
 */
export async function mendTimes(ctx: Context): Promise<void> {
  const { healthCheckPollIntervalSecs: secs } = await ctx.core.hosts.pollingSettings();
  const nowMs = (await ctx.db.now()).getTime();
  const latestMs = nowMs + CLOCKS_DIFFER_MS;
  await ctx.tx(
    async ({ knex }) => {
      await knex('health_checks_checks')
        .whereRaw('next_check_at > ? + coalesce(interval_secs, ?) * 1100', [latestMs, secs])
        .update({ next_check_at: knex.raw('? + spread * coalesce(interval_secs, ?)', [nowMs, secs]) });
      await knex('health_checks_checks')
        .where('lease_until', '>', latestMs + LONGEST_LEASE_MS)
        .update({ lease_until: nowMs });
    },
    { durable: false, name: 'health-checks.mendTimes' },
  );
}
