import { isFailure, WAITING_STATES, type JobHostState } from './jobHostStates.ts';
import {
  activeOf,
  endedOf,
  failuresOf,
  isJobEnded,
  totalOf,
  type JobState,
  type StateCounts,
} from './jobStates.ts';
import { isAhead } from './retryPolicy.ts';

/** What the failure budget of a wave counts. */
export interface WaveCount {
  counts: StateCounts;
  /** Failed hosts on which nothing was done because their plan had changed. */
  unharmed: number;
}

/** One wave of a job; stored with the job. Times are RFC 3339, by the database's clock. */
export interface WaveProgress extends WaveCount {
  soakSecs: number;
  /** The count when a person last resumed or retried the job: earlier failures do not count. Null: never yet. */
  from: WaveCount | null;
  /** When its hosts could first start; null until then. */
  startedAt: string | null;
  /** Until when the next wave waits; null until all hosts of this one have ended. */
  soakEndsAt: string | null;
  passedAt: string | null;
  /** A person resumed the job although no host of this wave completed. */
  letPass: boolean;
}

/** The waves of a job that runs. `current`: the number of the one whose hosts may start, from 1. */
export interface Waves {
  waves: readonly WaveProgress[];
  current: number;
}

/** What the counts of a wave need to know about a host. */
export interface CountedHost {
  wave: number | null;
  state: JobHostState;
  error: { code: string } | null;
}

export function newWave(hosts: number, soakSecs: number): WaveProgress {
  const nothing = { from: null, startedAt: null, soakEndsAt: null, passedAt: null, letPass: false };
  return { ...nothing, soakSecs, counts: hosts > 0 ? { pending: hosts } : {}, unharmed: 0 };
}

const isUnharmed = ({ state, error }: CountedHost): boolean =>
  state === 'failed' && error?.code === 'PLAN_CHANGED';

/** The waves after a host went from one state, or wave, to another. */
export function countedWaves(
  waves: readonly WaveProgress[],
  from: CountedHost,
  to: CountedHost,
): WaveProgress[] {
  return waves.map((wave, index) => {
    const leaves = Number(from.wave === index + 1);
    const comes = Number(to.wave === index + 1);
    if (leaves + comes === 0) return wave;
    const counts = { ...wave.counts };
    counts[from.state] = (counts[from.state] ?? 0) - leaves;
    counts[to.state] = (counts[to.state] ?? 0) + comes;
    const unharmed = wave.unharmed - leaves * Number(isUnharmed(from)) + comes * Number(isUnharmed(to));
    return { ...wave, counts, unharmed };
  });
}

export const unfinishedOf = ({ counts }: WaveProgress): number => totalOf(counts) - endedOf(counts);

export const waitingOf = ({ counts }: WaveProgress): number =>
  WAITING_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** Failures in the wave since the counting began, without hosts on which nothing was done. */
export function failuresCounted({ counts, unharmed, from }: WaveProgress): number {
  return failuresOf(counts) - unharmed - (from === null ? 0 : failuresOf(from.counts) - from.unharmed);
}

/** How many of the wave's hosts may fail, of those that had not ended when the counting began. */
export function failuresAllowed({ counts, from }: WaveProgress, percent: number): number {
  return Math.floor((percent * (totalOf(counts) - endedOf(from?.counts ?? {}))) / 100);
}

/** Whether a wave has used up its share of failures. */
export const isWaveSpent = (wave: WaveProgress, percent: number): boolean =>
  failuresCounted(wave) > failuresAllowed(wave, percent);

/**
 * The waves as of `now`: a wave whose hosts have all ended soaks, and passes once the soak is over; then the next one
 * with work starts. `isStuck`: all hosts of the current wave ended and none completed, so that a person must decide.
 * Only for a job that has not ended and whose hosts may start.
 */
export function advanced({ waves, current }: Waves, now: Date): Waves & { isStuck: boolean } {
  const next = waves.map((wave) => ({ ...wave }));
  let at = current;
  for (;;) {
    const wave = next[at - 1];
    if (!wave) throw new Error('a job has no such wave');
    wave.startedAt ??= now.toISOString();
    if (unfinishedOf(wave) > 0) return { waves: next, current: at, isStuck: false };
    const completed = wave.counts.completed ?? 0;
    if (completed === 0 && !wave.letPass) return { waves: next, current: at, isStuck: true };
    const soakMs = completed === 0 ? 0 : wave.soakSecs * 1000;
    if (wave.soakEndsAt !== null && isAhead(new Date(wave.soakEndsAt), now, soakMs)) wave.soakEndsAt = null;
    wave.soakEndsAt ??= new Date(now.getTime() + soakMs).toISOString();
    if (new Date(wave.soakEndsAt) > now) return { waves: next, current: at, isStuck: false };
    wave.passedAt = now.toISOString();
    const after = next.findIndex((one, index) => index >= at && unfinishedOf(one) > 0);
    if (after < 0) return { waves: next, current: at, isStuck: false };
    at = after + 1;
  }
}

/** The waves of a job that has ended by itself: the last one that was at work has passed if a host of it completed. */
export function endedWaves({ waves, current }: Waves, now: Date): WaveProgress[] {
  return waves.map((wave, index) => {
    const hasPassed = index === current - 1 && (wave.counts.completed ?? 0) > 0;
    return hasPassed ? { ...wave, passedAt: wave.passedAt ?? now.toISOString() } : wave;
  });
}

/** The waves after a person resumes the job: failures count anew, and a wave that ended without a success may pass. */
export function resumed({ waves, current }: Waves): WaveProgress[] {
  return waves.map((wave, index) =>
    index === current - 1 ? { ...countedAnew(wave), letPass: unfinishedOf(wave) === 0 } : countedAnew(wave),
  );
}

/** After a person's retry, whose hosts the counts show as waiting already: the waves that hold some begin again. */
export function reopened({ waves }: Waves, retried: ReadonlySet<number>): Waves {
  const next = waves.map((wave, index) =>
    retried.has(index + 1)
      ? { ...countedAnew(wave), soakEndsAt: null, passedAt: null, letPass: false }
      : countedAnew(wave),
  );
  const first = Math.max(
    0,
    next.findIndex((wave) => unfinishedOf(wave) > 0),
  );
  const before = next[first - 1];
  // A job that was stopped during the soak of the wave before resumes with that soak.
  const isUnwatched = before && before.passedAt === null && (before.counts.completed ?? 0) > 0;
  return { waves: next, current: isUnwatched ? first : first + 1 };
}

const countedAnew = (wave: WaveProgress): WaveProgress => ({
  ...wave,
  from: { counts: wave.counts, unharmed: wave.unharmed },
});

/**
 * The number of the wave whose unfinished hosts are to move to the next one: a host of it has completed, and all the
 * unfinished ones wait for a window or a gate. `heldPending`: its pending hosts that a gate holds. Null: none moves.
 */
export function movesOn({ waves, current }: Waves, heldPending: number): number | null {
  const wave = waves[current - 1];
  if (!wave || current === waves.length || (wave.counts.completed ?? 0) === 0) return null;
  const { waiting_window: window = 0, waiting_health_check: check = 0 } = wave.counts;
  const held = window + check + heldPending;
  return held > 0 && held === unfinishedOf(wave) ? current : null;
}

export type WaveState = 'waiting' | 'running' | 'soaking' | 'halted' | 'passed' | 'ended';

/** For people: how a wave of a job stands. `current`: null in a plan, which nothing holds back. */
export function waveState(
  { waves, current }: { waves: readonly WaveProgress[]; current: number | null },
  number: number,
  job: JobState,
): WaveState {
  const wave = waves[number - 1];
  if (!wave || wave.passedAt !== null) return 'passed';
  if (isJobEnded(job)) return 'ended';
  if (current === null || number > current || job === 'scheduled') return 'waiting';
  if (number < current) return 'ended';
  if (job === 'paused') return 'halted';
  if (wave.soakEndsAt !== null) return 'soaking';
  return wave.startedAt === null && activeOf(wave.counts) === 0 ? 'waiting' : 'running';
}

/** The hosts of a wave by result; the other figures add up to `hosts`. */
export function waveFigures({ counts }: WaveProgress): {
  hosts: number;
  completed: number;
  failed: number;
  leftOut: number;
  active: number;
  waiting: number;
} {
  const of = (is: (state: JobHostState) => boolean): number =>
    Object.entries(counts).reduce((sum, [state, count]) => sum + (is(state as JobHostState) ? count : 0), 0);
  return {
    hosts: totalOf(counts),
    completed: counts.completed ?? 0,
    failed: of(isFailure),
    leftOut: (counts.skipped ?? 0) + (counts.cancelled ?? 0),
    active: activeOf(counts),
    waiting: of((state) => (WAITING_STATES as readonly string[]).includes(state)),
  };
}
