import type { RunCause } from '../models.ts';
import { SENTENCES, timeText, type RunReason } from '../reasons.ts';
import type { Start } from './schedule.ts';

/** A start that is at most this late is on time: managers restart, and sweeps come by every few seconds. */
export const ON_TIME_MS = 5 * 60_000;

/** What a manager knows of a policy whose time has come. */
export interface Due {
  now: Date;
  /** The start that it is due for. */
  next: Start;
  /** Later starts that have passed too, as far back as the policy may be late; the last is the latest. */
  passed: readonly Start[];
  isPaused: boolean;
  /** The start that a person left out, and who it was. */
  skipped: { startsAt: Date; by: string } | null;
  /** Why the previous run is in the way; null: it has ended. */
  overlaps: string | null;
  catchUp: boolean;
  maxLateMs: number;
  /** Whether its plan needs an approval; asked before the start. */
  isUnderRule: boolean;
}

/** A run to be written. Without `skipped` it begins to plan. */
export interface Decided {
  start: Start;
  cause: RunCause;
  skipped: { reason: RunReason; message: string } | null;
}

/**
 * `lookAt`: nothing is decided before that time. Otherwise these runs are written, and the first start after `upTo` is
 * next.
 */
export type Decision = { kind: 'wait'; lookAt: Date } | { kind: 'runs'; runs: Decided[]; upTo: Date };

/** Time to the next look while the previous run has not ended and there is still time for a plan. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** What becomes of a policy that is due: pure, and the same on whichever manager finds it. */
export function decide(due: Due): Decision {
  const { now, next, isPaused, skipped, overlaps, isUnderRule } = due;
  if (now < next.startsAt) {
    const isFree = !isPaused && !overlaps && !isSkipped(due, next) && isUnderRule;
    if (isFree)
      return { kind: 'runs', runs: [{ start: next, cause: 'schedule', skipped: null }], upTo: next.startsAt };
    const again = new Date(Math.min(next.startsAt.getTime(), now.getTime() + LOOK_AGAIN_MS));
    return { kind: 'wait', lookAt: overlaps && !isPaused && !skipped ? again : next.startsAt };
  }
  if (now.getTime() - next.startsAt.getTime() <= ON_TIME_MS)
    return { kind: 'runs', runs: [onTime(due, next)], upTo: next.startsAt };
  return late(due);
}

const isSkipped = ({ skipped }: Due, { startsAt }: Start): boolean =>
  skipped?.startsAt.getTime() === startsAt.getTime();

function onTime(due: Due, start: Start, cause: RunCause = 'schedule'): Decided {
  const left = (reason: RunReason, message: string = SENTENCES[reason]): Decided => ({
    start,
    cause: 'schedule',
    skipped: { reason, message },
  });
  if (isSkipped(due, start))
    return left('SKIPPED_BY_PERSON', `${due.skipped?.by ?? 'Somebody'} skipped this run.`);
  if (due.isPaused) return left('POLICY_PAUSED');
  if (due.overlaps) return left('RUN_OVERLAPS', due.overlaps);
  return { start, cause, skipped: null };
}

/**
 * No manager was running at the start. Of all missed starts only the latest may be made up for, once; the first is
 * recorded as missed and tells of the others.
 */
function late(due: Due): Decision {
  const { now, next, passed, catchUp, maxLateMs } = due;
  const latest = passed.at(-1) ?? next;
  const lateMs = now.getTime() - latest.startsAt.getTime();
  const isOnTime = lateMs <= ON_TIME_MS;
  const isCaughtUp = isOnTime || (catchUp && lateMs <= maxLateMs);
  const others = latest === next || !isCaughtUp ? [] : [missed(due, latest)];
  if (isCaughtUp) {
    const run = onTime(due, latest, isOnTime ? 'schedule' : 'catch_up');
    return { kind: 'runs', runs: [...others, run], upTo: latest.startsAt };
  }
  // Nothing is decided about the future: what comes after now is next.
  return { kind: 'runs', runs: [missed(due, null)], upTo: now };
}

function missed({ now, next, isPaused, catchUp, maxLateMs }: Due, latest: Start | null): Decided {
  const start = { start: next, cause: 'schedule' as const };
  if (isPaused) return { ...start, skipped: { reason: 'POLICY_PAUSED', message: SENTENCES.POLICY_PAUSED } };
  const until = latest ? `, nor at those before ${timeText(latest.startsAt)}` : '';
  const why = catchUp
    ? `a start is made up for within ${Math.round(maxLateMs / 60_000)} minutes, and it was ${timeText(now)}`
    : 'missed starts of this policy are not made up for';
  const message = latest
    ? `No manager was running at this start${until}; the latest one was made up for.`
    : `No manager was running at this start, before ${timeText(now)}: ${why}.`;
  return { ...start, skipped: { reason: 'START_MISSED', message } };
}
