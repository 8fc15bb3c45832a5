import { guarded } from '../server/shared/guarded.ts';

/** The time and timers; injected, so that tests need not wait. */
export interface Clock {
  now(): Date;
  /** Calls `act` once after `delayMs`; the returned function cancels that. A timer does not keep the process alive. */
  after(delayMs: number, act: () => void): () => void;
}

/** A small difference is no reason to doubt a time: clocks are adjusted, and file systems round. */
const adjustmentMs = 5 * 60_000;

/**
 * Whether this time lies ahead, so that it is from when the clock was wrong. It says nothing of how long ago that was;
 * taken at its word, it would be recent until the clock gets there, for years.
 */
export const isAhead = (atMs: number, nowMs: number): boolean => atMs - nowMs > adjustmentMs;

/** The system's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(delayMs, act) {
    // setTimeout takes 32 bits; a longer wait ends early, and callers check the time again.
    const timer = setTimeout(guarded(act), Math.min(delayMs, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
