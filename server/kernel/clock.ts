import { guarded } from '../shared/guarded.ts';

/**
 * Time as an argument: whatever waits or asks for the time takes a Clock, so that tests move the time
 * themselves instead of sleeping. Scheduled *state* never goes by this clock alone: leases and due times of
 * rows are compared with `Database.now()`.
 */
export interface Clock {
  now(): Date;
  setTimeout(fn: () => void, ms: number): { clear(): void };
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The clocks of managers on one database differ by less than this. A time that lies further ahead than any wait, and by
 * more than this, was given by a clock that was ahead and has been set back since.
 */
export const CLOCKS_DIFFER_MS = 60_000;

/**
 * A Clock that a test moves by hand; `advance` runs every timer that becomes due, in order of time. With a negative time
 * it sets the clock back, as a person does: timers wait as long as before, for they do not go by what a clock shows.
 */
export type FakeClock = Clock & {
  advance(ms: number): Promise<void>;
  /** As on a machine that has slept: what fell due meanwhile runs once, and late. For days, whose ticks take minutes. */
  leap(ms: number): Promise<void>;
};

/** The machine's own clock. Its timers keep the process alive, as Node's do. */
export const systemClock: Clock = {
  now: () => new Date(),
  setTimeout(fn, ms) {
    const timer = setTimeout(guarded(fn), ms);
    return { clear: () => clearTimeout(timer) };
  },
  sleep: (ms, signal) => sleepOn(systemClock, ms, signal),
};

/**
 * A clock that stands still until `advance`. After each timer, and once at the end, pending promise work
 * and immediates are given a turn, so that code which waits again gets its next timer in within the same
 * `advance`.
 */
export function createFakeClock(start: Date = new Date('2030-01-01T00:00:00.000Z')): FakeClock {
  let nowMs = start.getTime();
  let sequence = 0;
  const timers = new Map<number, { dueMs: number; fn: () => void }>();
  const clock: FakeClock = {
    now: () => new Date(nowMs),
    setTimeout(fn, ms) {
      const id = ++sequence;
      timers.set(id, { dueMs: nowMs + Math.max(0, ms), fn });
      return { clear: () => void timers.delete(id) };
    },
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
    async leap(ms) {
      nowMs += ms;
      await clock.advance(0);
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      if (ms < 0) for (const timer of timers.values()) timer.dueMs += ms;
      for (let next = nextDue(timers, untilMs); next; next = nextDue(timers, untilMs)) {
        const [id, timer] = next;
        timers.delete(id);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.fn();
        await settle();
      }
      nowMs = untilMs;
      await settle();
    },
  };
  return clock;
}

type Timers = ReadonlyMap<number, { dueMs: number; fn: () => void }>;

/** The timer that is due first; among equals the one that was set first. */
function nextDue(timers: Timers, untilMs: number): [number, { dueMs: number; fn: () => void }] | undefined {
  let first: [number, { dueMs: number; fn: () => void }] | undefined;
  for (const entry of timers) {
    if (entry[1].dueMs <= untilMs && (!first || entry[1].dueMs < first[1].dueMs)) first = entry;
  }
  return first;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

function sleepOn(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      timer.clear();
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
