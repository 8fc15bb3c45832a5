import { guarded } from '#server/shared/guarded.ts';

const tickMs = 100;

/** What a wheel wakes. */
export interface Woken {
  /** When it wants to be woken, by `performance.now()`; Infinity: not at all. */
  dueAtMs: number;
  wake(nowMs: number): void;
}

/** One timer for all hosts of a process: each wants one wake-up at a time, and a tenth of a second is close enough. */
export class Wheel {
  readonly #slots = new Map<number, Woken[]>();
  readonly #timer: NodeJS.Timeout;
  #next = Math.floor(performance.now() / tickMs);

  constructor() {
    this.#timer = setInterval(
      guarded(() => this.#turn()),
      tickMs,
    );
  }

  /** Wakes it after so long, and not at the time of before. */
  set(one: Woken, afterMs: number): void {
    one.dueAtMs = performance.now() + afterMs;
    const at = Math.max(Math.floor(one.dueAtMs / tickMs), this.#next);
    const slot = this.#slots.get(at);
    if (slot) slot.push(one);
    else this.#slots.set(at, [one]);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    const now = performance.now();
    for (const last = Math.floor(now / tickMs) - 1; this.#next <= last;) {
      const slot = this.#slots.get(this.#next) ?? [];
      this.#slots.delete(this.#next);
      this.#next += 1;
      for (const one of slot) if (one.dueAtMs <= now) this.#wake(one, now);
    }
  }

  #wake(one: Woken, now: number): void {
    one.dueAtMs = Infinity;
    one.wake(now);
  }
}
