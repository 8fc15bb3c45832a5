import { ApiError } from '../../core/apiError.ts';
import type { OfferedHost } from './offers.ts';

export interface BulkTarget {
  readonly id: string;
  /** The host's name, made safe to show. */
  readonly name: string;
  /** The host as it was last read; left out: it never was. */
  readonly host?: OfferedHost;
}

export interface BulkFailure {
  readonly target: BulkTarget;
  readonly error: unknown;
}

/** Acts on one host. `attemptKey` stays the same when nobody knows whether the last try arrived. */
export type BulkWork = (target: BulkTarget, attemptKey: string) => Promise<void>;

/** What ended a run early; null: nothing did. */
export type Halt = 'stopped' | 'disconnected' | null;

/** Few, so that the list, the live stream and other tabs get their turn. */
const PARALLEL = 4;
/** After so many hosts in a row without any answer, the manager is away, not these hosts. */
const SILENT_MOST = 6;
const BUSY_TRIES = 5;
const LONGEST_WAIT_SECS = 60;

interface Outside {
  changed(): void;
  newKey(): string;
  /** Ends early, without rejecting, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** One action over many hosts, a few at a time: what is done, what failed and why, and what is still to do. */
export class BulkRun {
  readonly targets: readonly BulkTarget[];
  done: readonly BulkTarget[] = [];
  failures: readonly BulkFailure[] = [];
  left: readonly BulkTarget[];
  isRunning = false;
  halt: Halt = null;
  readonly #work: BulkWork;
  readonly #outside: Outside;
  readonly #keys = new Map<string, string>();
  #silent = 0;
  #stopping = new AbortController();

  constructor(targets: readonly BulkTarget[], work: BulkWork, outside: Outside) {
    this.targets = targets;
    this.left = targets;
    this.#work = work;
    this.#outside = outside;
  }

  /** Works through what is left; resolves when that is done, or was halted. Never rejects. */
  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.halt = null;
    this.#silent = 0;
    this.#stopping = new AbortController();
    this.#outside.changed();
    await Promise.all(Array.from({ length: PARALLEL }, () => this.#worker()));
    this.isRunning = false;
    this.#outside.changed();
  }

  /** Runs again what failed, and what a halt left over. */
  retry(): Promise<void> {
    if (this.isRunning) return Promise.resolve();
    this.left = [...this.failures.map(({ target }) => target), ...this.left];
    this.failures = [];
    return this.run();
  }

  /** Stops the run: hosts under way are finished, no new one begins. */
  stop(): void {
    this.#halt('stopped');
  }

  async #worker(): Promise<void> {
    for (;;) {
      const [target, ...rest] = this.left;
      if (!target || this.halt !== null) return;
      this.left = rest;
      await this.#one(target);
      this.#outside.changed();
    }
  }

  async #one(target: BulkTarget): Promise<void> {
    const key = this.#keys.get(target.id) ?? this.#outside.newKey();
    this.#keys.set(target.id, key);
    try {
      await this.#patiently(() => this.#work(target, key));
      this.#silent = 0;
      this.done = [...this.done, target];
    } catch (error) {
      const isSilent = !(error instanceof ApiError) || error.status === 0;
      if (!isSilent) this.#keys.delete(target.id);
      this.#silent = isSilent ? this.#silent + 1 : 0;
      this.failures = [...this.failures, { target, error }];
      if (this.#silent >= SILENT_MOST) this.#halt('disconnected');
    }
  }

  /** “Too many requests” is no failure of the host: waits as long as the manager says. */
  async #patiently(work: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await work();
      } catch (error) {
        const isBusy = error instanceof ApiError && error.status === 429;
        if (!isBusy || tries >= BUSY_TRIES || this.halt !== null) throw error;
        const secs = Number(error.details['retry_after_secs'] ?? 1);
        await this.#outside.sleep(
          Math.min(Math.max(secs, 1), LONGEST_WAIT_SECS) * 1_000,
          this.#stopping.signal,
        );
      }
  }

  #halt(reason: Exclude<Halt, null>): void {
    if (!this.isRunning || this.halt !== null) return;
    this.halt = reason;
    this.#stopping.abort();
    this.#outside.changed();
  }
}
