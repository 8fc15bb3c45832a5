import { nextOpening, openAt, workable, type Span, type Spans } from './openings.ts';

/** Work that has waited this long without an opening that fits is skipped. */
export const LONGEST_WAIT_MS = 30 * 86_400_000;
/** The most openings that are searched for one that the work fits into. */
const MOST_OPENINGS = 200;

export interface Situation {
  nowMs: number;
  /** Enabled windows of the host and its groups; null: there are none, or this job need not keep to them. */
  windows: readonly Spans[] | null;
  /** Freezes of the fleet and of the host's groups; empty when this job need not keep to them. */
  freezes: readonly Spans[];
  /** How long the work takes, its restart included; null: nothing is known. */
  estimateMs: number | null;
  /** Since when the gate has held the host without a break; null: it does not. */
  waitingSinceMs: number | null;
}

export type WaitReason = 'FREEZE' | 'OUTSIDE_WINDOW' | 'WORK_DOES_NOT_FIT';

/**
 * `untilMs`: when the next opening begins that the work fits into, or the next one at all if none is known to fit;
 * `closesMs`: when it ends, null without windows.
 * `endMs`: when the freeze, or what is open now, ends. `longestMs`: no known window is open for longer.
 */
export type Judgement =
  | { verdict: 'go' }
  | ({ verdict: 'wait'; reason: WaitReason; endMs: number | null } & Fit)
  | { verdict: 'skip'; reason: 'WINDOW_TOO_SHORT'; longestMs: number }
  | { verdict: 'skip'; reason: 'WINDOW_NEVER_OPENED' };

interface Fit {
  untilMs: number | null;
  closesMs: number | null;
}

/** Whether work on a host, or its restart, may begin now. */
export function judge(situation: Situation): Judgement {
  const { nowMs, windows, freezes, waitingSinceMs } = situation;
  const estimateMs = situation.estimateMs ?? 0;
  const running = windows === null && freezes.length === 0 ? null : firstOf(situation);
  if (windows === null && freezes.length === 0) return { verdict: 'go' };
  if (running && running.endMs - nowMs >= estimateMs) return { verdict: 'go' };
  const longestMs = longestOfShort(situation, estimateMs);
  if (longestMs !== null) return { verdict: 'skip', reason: 'WINDOW_TOO_SHORT', longestMs };
  if (waitingSinceMs !== null && nowMs - waitingSinceMs >= LONGEST_WAIT_MS)
    return { verdict: 'skip', reason: 'WINDOW_NEVER_OPENED' };
  const fit = fitOf(nextFit(situation, estimateMs), windows !== null);
  const freeze = openAt(freezes, nowMs);
  if (freeze) return { verdict: 'wait', reason: 'FREEZE', ...fit, endMs: freeze.endMs };
  if (running) return { verdict: 'wait', reason: 'WORK_DOES_NOT_FIT', ...fit, endMs: running.endMs };
  return { verdict: 'wait', reason: 'OUTSIDE_WINDOW', ...fit, endMs: null };
}

/** The span that contains this moment and in which work may go on; null: there is none. */
function firstOf({ windows, freezes, nowMs }: Situation): Span | null {
  const { value } = workable(windows, freezes, nowMs).next();
  return value && value.startMs <= nowMs ? value : null;
}

/**
 * The length of the longest known opening when all are too short for the work; null: one is long enough, or none is
 * known. The opening under way counts in full. Freezes do not shorten an opening, for they pass.
 */
function longestOfShort({ windows, nowMs }: Situation, estimateMs: number): number | null {
  let longestMs: number | null = null;
  let opening = windows && nextOpening(windows, nowMs);
  for (let seen = 0; windows && opening && seen < MOST_OPENINGS; seen++) {
    const lengthMs = opening.endMs - opening.startMs;
    if (lengthMs >= estimateMs) return null;
    longestMs = Math.max(longestMs ?? 0, lengthMs);
    opening = nextOpening(windows, opening.endMs);
  }
  return longestMs;
}

const fitOf = (span: Span | null, hasWindows: boolean): Fit => ({
  untilMs: span?.startMs ?? null,
  closesMs: hasWindows ? (span?.endMs ?? null) : null,
});

/** The next span that the work fits into; if none is known, the next span at all. */
function nextFit({ windows, freezes, nowMs }: Situation, estimateMs: number): Span | null {
  let first: Span | null = null;
  let seen = 0;
  for (const span of workable(windows, freezes, nowMs)) {
    if (span.startMs > nowMs) {
      if (span.endMs - span.startMs >= estimateMs) return span;
      first ??= span;
    }
    if (++seen >= MOST_OPENINGS) break;
  }
  return first;
}
