import { type Context, leased } from '#sdk';
import { CheckModel } from '../models.ts';
import { RUNS } from './record.ts';

/** A batch has ended by then: every check has at most 60 s, and some wait for a place. */
const LEASE_MS = 180_000;

/** `lane` 0: those whose last run passed; 1: the others. */
export const claimChecks = (
  ctx: Context,
  { lane, limit, leaseMs = LEASE_MS }: { lane: number; limit: number; leaseMs?: number },
): Promise<CheckModel[]> =>
  leased.claimDue(ctx, RUNS, { owner: ctx.instanceId, lane, limit, leaseMs }, (tx, { ids, lease }) =>
    CheckModel.query(tx.knex)
      .whereIn('id', [...ids])
      .where(lease),
  );

export const giveBackChecks = (ctx: Context): Promise<void> => leased.giveBack(ctx, RUNS, ctx.instanceId);

/** No check is due later than in one interval (plus 10 %). */
export async function checkWaits(ctx: Context): Promise<leased.Wait[]> {
  const { healthCheckPollIntervalSecs: secs } = await ctx.core.hosts.pollingSettings();
  const interval = 'coalesce(interval_secs, ?)';
  const longest = { sql: `${interval} * 1100`, bindings: [secs] };
  const place = { sql: `spread * ${interval}`, bindings: [secs] };
  const of = { table: RUNS.table, kind: 'ms' } as const;
  return [
    { ...of, column: RUNS.due, longest, place },
    { ...of, column: RUNS.until, longest: LEASE_MS },
  ];
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

/** The columns of a check without results: it is due at once, if enabled. */
export async function fresh(ctx: Context, enabled: boolean): Promise<Partial<CheckModel>> {
  const nextCheckAt = enabled ? (await ctx.db.now()).getTime() : null;
  return { status: 'unknown', seenOnce: null, lastMessage: null, lastCheckedAt: null, nextCheckAt };
}

/** When a check is due after an edit that keeps its results: at once after another interval, or an edit during a run. */
export async function due(
  ctx: Context,
  before: CheckModel,
  after: Pick<CheckModel, 'enabled' | 'intervalSecs'>,
): Promise<Partial<CheckModel>> {
  if (!after.enabled) return { nextCheckAt: null };
  const isSame = before.intervalSecs === after.intervalSecs && before.leaseOwner === null;
  return isSame ? {} : { nextCheckAt: (await ctx.db.now()).getTime() };
}

/** A check has its place around its interval by chance, and for good. */
export const newSpread = (): number => Math.floor(Math.random() * 1_001);

/** What says that no manager runs the check now. */
export const UNHELD = { leaseOwner: null, leaseUntil: null } as const;
