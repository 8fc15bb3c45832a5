import type { Context } from '../../../server/plugin.ts';
import { startsAfter, type Schedule } from '../domain/schedule.ts';

/** The fields that decide when a manager looks at a policy. */
export interface Timed extends Schedule {
  planLeadSecs: number;
}

/** The columns that say when it starts next after an instant, and when a manager looks at it for that. */
export function nextOf(ctx: Context, policy: Timed, after: Date) {
  const [next] = startsAfter(policy, after, 1);
  return {
    nextStartAt: next?.startsAt ?? null,
    nextLocalStart: next?.localStart ?? null,
    nextClockChange: next?.clockChange ?? null,
    dueAt: next ? dueFor(ctx, policy, next.startsAt) : null,
  };
}

/** When a manager looks at the policy for this start: earlier where a plan may have to be approved. */
function dueFor(ctx: Context, { planLeadSecs }: Timed, startsAt: Date): Date {
  if (!ctx.useIfOn('approvals')) return startsAt;
  return new Date(startsAt.getTime() - planLeadSecs * 1_000);
}
