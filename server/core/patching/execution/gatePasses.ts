import type { Clock } from '#server/kernel/clock.ts';

/** Gates that name no time are asked again after this long: with each sweep, which is twice a minute. */
const ASK_AGAIN_MS = 25_000;
/** The shortest time between the starts of two passes over one job, whatever its gates say. */
const SOONEST_MS = 5_000;
/** A job without a pass for this long is forgotten: it has ended, perhaps at another manager. */
const FORGOTTEN_MS = 10 * 60_000;

/**
 * Whether the time is still to come. One that lies further ahead than any wait was noted before the clock was set back:
 * what waits for it is due.
 */
const isAhead = (atMs: number, nowMs: number): boolean => atMs > nowMs && atMs <= nowMs + ASK_AGAIN_MS;

interface Pass {
  startedMs: number;
  /** When the next pass over the job's hosts begins. */
  dueMs: number;
  /** A pass that ran out of places continues behind this position; null: no pass is under way. */
  after: number | null;
  /** By row id: when the row's gates are asked again; a missing row is due at once. */
  asks: Map<string, number>;
  timer: { clear(): void } | null;
}

/**
 * When the gates of waiting hosts are asked again, all times by the database's clock. Kept in memory, because in the
 * rows it would cost millions of writes in one night of waiting. A manager that has just started asks at once.
 */
export class GatePasses {
  readonly #clock: Clock;
  readonly #wake: (jobId: string) => void;
  readonly #passes = new Map<string, Pass>();

  constructor(clock: Clock, wake: (jobId: string) => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** The position behind which a pass over the job continues, -1 for a new pass; null while none is due. */
  begin(jobId: string, now: Date): number | null {
    const nowMs = now.getTime();
    const pass = this.#passes.get(jobId);
    if (pass && pass.after !== null) return pass.after;
    if (pass && isAhead(pass.dueMs, nowMs)) return null;
    pass?.timer?.clear();
    this.#forgetOld(nowMs);
    const asks = pass?.asks ?? new Map<string, number>();
    this.#passes.set(jobId, {
      startedMs: nowMs,
      dueMs: nowMs + ASK_AGAIN_MS,
      after: -1,
      asks,
      timer: null,
    });
    return -1;
  }

  /** Records how far the pass has come; null: it has ended. */
  reached(jobId: string, after: number | null): void {
    const pass = this.#passes.get(jobId);
    if (pass) pass.after = after;
  }

  isDue(jobId: string, rowId: string, now: Date): boolean {
    return !isAhead(this.#passes.get(jobId)?.asks.get(rowId) ?? 0, now.getTime());
  }

  /** The host waits at its gates; `until`: when they may open. They are asked then, or with the next pass. */
  waits(jobId: string, rowId: string, now: Date, until: Date | undefined): void {
    const pass = this.#passes.get(jobId);
    if (!pass) return;
    const nowMs = now.getTime();
    const wantedMs = Math.max(nowMs + 1_000, pass.startedMs + SOONEST_MS, until?.getTime() ?? Infinity);
    const askAtMs = Math.min(nowMs + ASK_AGAIN_MS, wantedMs);
    pass.asks.set(rowId, askAtMs);
    if (askAtMs >= pass.dueMs) return;
    pass.dueMs = askAtMs;
    pass.timer?.clear();
    pass.timer = this.#clock.setTimeout(() => this.#wake(jobId), askAtMs - nowMs);
  }

  /** The host has left its gates. */
  passed(jobId: string, rowId: string): void {
    this.#passes.get(jobId)?.asks.delete(rowId);
  }

  forget(jobId: string): void {
    this.#passes.get(jobId)?.timer?.clear();
    this.#passes.delete(jobId);
  }

  stop(): void {
    for (const jobId of [...this.#passes.keys()]) this.forget(jobId);
  }

  #forgetOld(nowMs: number): void {
    for (const [jobId, { dueMs }] of this.#passes) if (dueMs < nowMs - FORGOTTEN_MS) this.forget(jobId);
  }
}
