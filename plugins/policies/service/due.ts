import type { Context } from '#sdk';
import { startsAfter, type Schedule } from '../domain/schedule.ts';

/** The fields that decide when a manager looks at a policy. */
export interface Timed extends Schedule {
  planLeadSecs: number;
}

/**
 * However far its next start is, a manager looks at a policy this often, and computes the start anew from its rule: a clock
 * that was ahead may have passed over starts that are still to come.
 */
export const LOOK_MS = 3_600_000;
/** No run waits longer for its start. */
export const LONGEST_LEAD_MS = 6 * 86_400_000;

/** The columns that say when it starts next after an instant, and when a manager looks at it for that. */
export function nextOf(ctx: Context, policy: Timed, { after, now }: { after: Date; now: Date }) {
  const [next] = startsAfter(policy, after, 1);
  return {
    nextStartAt: next?.startsAt ?? null,
    nextLocalStart: next?.localStart ?? null,
    nextClockChange: next?.clockChange ?? null,
    dueAt: soonest(next && dueFor(ctx, policy, next.startsAt), now),
  };
}

/** `at`, or the next look if that comes before. */
export const soonest = (at: Date | undefined, now: Date): Date =>
  new Date(Math.min(at?.getTime() ?? Infinity, now.getTime() + LOOK_MS));

/** When something is to be decided about this start: earlier where a plan may have to be approved. */
export function dueFor(ctx: Context, { planLeadSecs }: Timed, startsAt: Date): Date {
  if (!ctx.useIfOn('approvals')) return startsAt;
  return new Date(startsAt.getTime() - planLeadSecs * 1_000);
}
