import { guarded } from '../server/shared/guarded.ts';

/** The time and timers; injected, so that tests need not wait. */
export interface Clock {
  now(): Date;
  /** Calls `act` once after `delayMs`; the returned function cancels that. A timer does not keep the process alive. */
  after(delayMs: number, act: () => void): () => void;
}

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
