import { readFile } from 'node:fs/promises';
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

/** When this system booted, in ms since 1970 by its present clock. */
export async function bootedAtMs(now: Date): Promise<number> {
  const uptimeSecs = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]);
  return now.getTime() - uptimeSecs * 1000;
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

/**
 * Whether this host's clock agrees with the manager's, as far as is known. Nothing is deleted for its age by a clock
 * that may be wrong: one that was a year ahead for a minute would take everything that a rollback needs.
 */
export class ClockAgreement {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #steadyMs: () => number;
  #agreed: { wallMs: number; steadyMs: number } | null = null;
  #offMs = 0;

  /** `steadyMs`: milliseconds of a clock that nobody sets. */
  constructor(clock: Pick<Clock, 'now'>, steadyMs = () => performance.now()) {
    this.#clock = clock;
    this.#steadyMs = steadyMs;
  }

  /** Takes the manager's time from the `Date` header of one of its calls; ignores what is no date. */
  note(date: string | undefined): void {
    const managerMs = Date.parse(date ?? '');
    if (Number.isNaN(managerMs)) return;
    const wallMs = this.#clock.now().getTime();
    this.#offMs = wallMs - managerMs;
    const agrees = Math.abs(this.#offMs) <= adjustmentMs;
    this.#agreed = agrees ? { wallMs, steadyMs: this.#steadyMs() } : null;
  }

  /** By how much this host's clock was ahead of the manager's at its last call, in ms; 0 while they agree. */
  get offMs(): number {
    return Math.abs(this.#offMs) <= adjustmentMs ? 0 : this.#offMs;
  }

  /** False until the manager has called, and again once the clock was set. */
  holds(): boolean {
    if (!this.#agreed) return false;
    const passedMs = this.#clock.now().getTime() - this.#agreed.wallMs;
    return Math.abs(passedMs - (this.#steadyMs() - this.#agreed.steadyMs)) <= adjustmentMs;
  }
}
