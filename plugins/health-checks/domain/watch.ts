import type { CheckResult } from './status.ts';

/** How the checks of a host have done since the work on it; all times by the database's clock. */
export interface Watch {
  startedMs: number;
  /** Failures in a row since the work, by check. */
  failures: Record<string, number>;
  /** Checks that have passed since the work. */
  passed: string[];
  /** Since when something has been unknown, without a break. */
  unknownSinceMs: number | null;
  /** How long all checks have been seen passing, and when last; null: the soak does not advance now. */
  soakedMs: number;
  passingAtMs: number | null;
}

/** One check now; `atWork`: the host whose agent is asked is itself being changed, so it says nothing. */
export interface Seen extends CheckResult {
  id: string;
  name: string;
  atWork: boolean;
}

export interface WatchInput {
  nowMs: number;
  seen: readonly Seen[];
  /** Ids of the checks that failed before the work. */
  redBefore: readonly string[];
  soakMs: number;
}

export type WatchVerdict =
  | { kind: 'passed' }
  | { kind: 'failed'; checks: Seen[] }
  /** It has been unknown for too long. */
  | { kind: 'unknown'; checks: Seen[] }
  | { kind: 'soaking'; leftMs: number }
  | { kind: 'waiting'; why: 'failing' | 'unknown' | 'atWork'; checks: Seen[] };

/** Until then a check that has not passed since the work may fail: services need time to start. */
export const SETTLE_MS = 60_000;
/** The watch over a host ends when checks are unknown for longer; the work stays as it is. */
export const UNKNOWN_LIMIT_MS = 15 * 60_000;
/** Of the time between two looks, at most this much counts as passing. */
const MOST_BETWEEN_MS = 90_000;

export const newWatch = (nowMs: number): Watch => ({
  startedMs: nowMs,
  failures: {},
  passed: [],
  unknownSinceMs: null,
  soakedMs: 0,
  passingAtMs: null,
});

/** One look at all checks of a host after its work. A failure counts after two in a row. */
export function look(before: Watch, input: WatchInput): { watch: Watch; verdict: WatchVerdict } {
  const watch = notAhead(before, input.nowMs);
  const counted = input.seen.filter(
    ({ id, status }) => status !== 'failing' || !input.redBefore.includes(id),
  );
  const asked = counted.filter(({ atWork }) => !atWork);
  const next = counting(watch, asked, input.nowMs);
  const broken = asked.filter((check) => isBroken(next, check, input.nowMs));
  if (broken.length > 0) return { watch: paused(next), verdict: { kind: 'failed', checks: broken } };
  const failing = asked.filter(({ status }) => status === 'failing');
  const unknown = asked.filter(({ status }) => status === 'unknown');
  const { unknownSinceMs } = next;
  if (unknownSinceMs !== null && input.nowMs - unknownSinceMs >= UNKNOWN_LIMIT_MS)
    return { watch: paused(next), verdict: { kind: 'unknown', checks: unknown } };
  if (failing.length > 0) return waiting(next, 'failing', failing);
  if (unknown.length > 0) return waiting(next, 'unknown', unknown);
  const atWork = counted.filter((check) => check.atWork);
  if (atWork.length > 0) return waiting(next, 'atWork', atWork);
  return soaking(next, input);
}

/** After the clock was set back, what began later than now counts from now. */
function notAhead(watch: Watch, nowMs: number): Watch {
  const by = (atMs: number | null): number | null => atMs && Math.min(atMs, nowMs);
  return {
    ...watch,
    startedMs: Math.min(watch.startedMs, nowMs),
    unknownSinceMs: by(watch.unknownSinceMs),
    passingAtMs: by(watch.passingAtMs),
  };
}

const paused = (watch: Watch): Watch => ({ ...watch, passingAtMs: null });

const waiting = (
  watch: Watch,
  why: 'failing' | 'unknown' | 'atWork',
  checks: Seen[],
): { watch: Watch; verdict: WatchVerdict } => ({
  watch: paused(watch),
  verdict: { kind: 'waiting', why, checks },
});

function counting(watch: Watch, asked: readonly Seen[], nowMs: number): Watch {
  const failures: Record<string, number> = {};
  const passed = new Set(watch.passed);
  for (const { id, status } of asked) {
    if (status === 'failing') failures[id] = (watch.failures[id] ?? 0) + 1;
    if (status === 'passing') passed.add(id);
  }
  const isUnknown = asked.some(({ status }) => status === 'unknown');
  return {
    ...watch,
    failures,
    passed: [...passed],
    unknownSinceMs: isUnknown ? (watch.unknownSinceMs ?? nowMs) : null,
  };
}

function isBroken({ startedMs, failures, passed }: Watch, { id, status }: Seen, nowMs: number): boolean {
  if (status !== 'failing' || (failures[id] ?? 0) < 2) return false;
  return passed.includes(id) || nowMs - startedMs >= SETTLE_MS;
}

function soaking(watch: Watch, { nowMs, soakMs }: WatchInput): { watch: Watch; verdict: WatchVerdict } {
  const passedMs = watch.passingAtMs === null ? 0 : Math.min(MOST_BETWEEN_MS, nowMs - watch.passingAtMs);
  const soakedMs = watch.soakedMs + passedMs;
  const leftMs = soakMs - soakedMs;
  const next = { ...watch, soakedMs, passingAtMs: nowMs };
  return { watch: next, verdict: leftMs > 0 ? { kind: 'soaking', leftMs } : { kind: 'passed' } };
}
