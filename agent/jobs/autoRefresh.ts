import type { Logger } from 'pino';
import { isAhead } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { FailedSource, PackageBackend } from '../packages/backend.ts';
import type { Tasks } from './tasks.ts';

export interface AutoRefreshDeps {
  backend: PackageBackend;
  tasks: Tasks;
  clock: Clock;
  log: Logger;
  refreshAfterMs: number;
  /** 0 to 1: share of refreshAfterMs added at random. */
  refreshJitter: number;
  random: () => number;
}

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 5 * 60_000;
/** Shortest time between two attempts, whether the first succeeded or failed. */
const NOT_AGAIN_MS = 30 * 60_000;

/** Starts a refresh job of its own once the package lists are too old and no other job waits or runs. */
export class AutoRefresh {
  #deps: AutoRefreshDeps;
  #maxAgeMs: number;
  #triedAtMs = -Infinity;
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(deps: AutoRefreshDeps) {
    this.#deps = deps;
    this.#maxAgeMs = deps.refreshAfterMs * (1 + deps.refreshJitter * deps.random());
  }

  start(): void {
    if (this.#deps.refreshAfterMs > 0 && this.#deps.backend.privileged) this.#later(FIRST_LOOK_MS);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** Looks once; returns whether it started a refresh. */
  async look(): Promise<boolean> {
    const { backend, tasks, clock } = this.#deps;
    const nowMs = clock.now().getTime();
    if (!tasks.idle || isWithin(NOT_AGAIN_MS, this.#triedAtMs, nowMs)) return false;
    const [refreshedAt, failed] = await Promise.all([backend.refreshedAt(), backend.failedSources()]);
    const isFresh = refreshedAt !== null && isWithin(this.#maxAgeMs, refreshedAt.getTime(), nowMs);
    if (isFresh && !this.#isDue(failed, nowMs)) return false;
    this.#triedAtMs = nowMs;
    await tasks.submit({ request: { operation: 'refresh' }, idempotency: null });
    return true;
  }

  /** A failed source is tried again before the lists are too old. */
  #isDue(failed: readonly FailedSource[], nowMs: number): boolean {
    return failed.some(({ failedAt }) => !isWithin(NOT_AGAIN_MS, failedAt.getTime(), nowMs));
  }

  #later(delayMs: number): void {
    if (this.#stopped) return;
    this.#cancel = this.#deps.clock.after(delayMs, () => {
      this.look()
        .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'own refresh not started'))
        .finally(() => this.#later(LOOK_EVERY_MS));
    });
  }
}

const isWithin = (lengthMs: number, sinceMs: number, nowMs: number): boolean =>
  nowMs - sinceMs < lengthMs && !isAhead(sinceMs, nowMs);
