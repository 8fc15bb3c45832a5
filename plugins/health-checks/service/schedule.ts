import type { Context } from '#sdk';
import type { CheckModel } from '../models.ts';

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
