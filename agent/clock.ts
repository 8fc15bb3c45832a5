import { guarded } from '../server/shared/guarded.ts';

/** The time, and waits in it; injected, so that tests need not wait. */
export interface Clock {
  now(): Date;
  /** Runs `act` once after `delayMs`; the answer cancels it. Never keeps the process alive by itself. */
  after(delayMs: number, act: () => void): () => void;
}

/** The system's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(delayMs, act) {
    // setTimeout counts in 32 bits; longer waits are cut, and callers look again.
    const timer = setTimeout(guarded(act), Math.min(delayMs, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
