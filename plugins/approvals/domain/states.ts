import type { ApprovalState } from '../api.ts';

/** An approval that was given may still end: when its run cannot be made any more. */
const NEXT: Readonly<Record<ApprovalState, readonly ApprovalState[]>> = {
  waiting: ['approved', 'denied', 'withdrawn', 'expired'],
  approved: ['expired'],
  denied: [],
  withdrawn: [],
  expired: [],
};

export const mayBecome = (from: ApprovalState, to: ApprovalState): boolean => NEXT[from].includes(to);

/** Later than any time that is sorted here, in milliseconds since 1970. */
const BEHIND_ALL = 4e15;

/** The place in the list: those that wait by when they end, and after them the others, the latest decision first. */
export const placeOf = (state: ApprovalState, at: Date): number =>
  state === 'waiting' ? at.getTime() : BEHIND_ALL - at.getTime();

const PLAN_LASTS_MS = 7 * 86_400_000;

/** An approval ends with its plan, or when its run was to begin, whichever comes first. */
export function expiryOf(plannedAt: Date, scheduleAt: Date | null): Date {
  const endMs = plannedAt.getTime() + PLAN_LASTS_MS;
  return new Date(Math.min(endMs, scheduleAt?.getTime() ?? endMs));
}

/** Why an approval that nobody has decided ended. */
export const EXPIRED = {
  PLAN_EXPIRED: 'The plan is older than seven days; plan and request approval again.',
  START_PASSED: 'The run was not approved before its start.',
  PLAN_ALREADY_RUN: 'Another job has already run the plan of one of its hosts.',
  PLAN_CHANGED: 'The run would no longer match the request.',
  REQUESTER_GONE: 'The requester may no longer run these jobs.',
} as const;
