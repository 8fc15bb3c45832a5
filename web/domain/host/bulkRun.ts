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

/** Acts on several hosts by one call, and resolves with those that were refused. */
export interface PortionWork {
  /** How many hosts one call takes. */
  readonly most: number;
  act(targets: readonly BulkTarget[]): Promise<readonly BulkFailure[]>;
}

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
  readonly #work: BulkWork | PortionWork;
  readonly #outside: Outside;
  readonly #keys = new Map<string, string>();
  #silent = 0;
  #stopping = new AbortController();

  constructor(targets: readonly BulkTarget[], work: BulkWork | PortionWork, outside: Outside) {
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
    const most = typeof this.#work === 'function' ? 1 : this.#work.most;
    for (;;) {
      const taken = this.left.slice(0, most);
      if (taken.length === 0 || this.halt !== null) return;
      this.left = this.left.slice(most);
      await this.#some(taken);
      this.#outside.changed();
    }
  }

  async #some(taken: readonly BulkTarget[]): Promise<void> {
    try {
      const failures = await this.#patiently(() => this.#acted(taken));
      const refused = new Set(failures.map(({ target }) => target));
      this.#silent = 0;
      this.done = [...this.done, ...taken.filter((target) => !refused.has(target))];
      this.failures = [...this.failures, ...failures];
      for (const { id } of refused) this.#keys.delete(id);
    } catch (error) {
      const isSilent = !(error instanceof ApiError) || error.status === 0;
      if (!isSilent) for (const { id } of taken) this.#keys.delete(id);
      this.#silent = isSilent ? this.#silent + taken.length : 0;
      this.failures = [...this.failures, ...taken.map((target) => ({ target, error }))];
      if (this.#silent >= SILENT_MOST) this.#halt('disconnected');
    }
  }

  async #acted(taken: readonly BulkTarget[]): Promise<readonly BulkFailure[]> {
    if (typeof this.#work !== 'function') return this.#work.act(taken);
    for (const target of taken) {
      const key = this.#keys.get(target.id) ?? this.#outside.newKey();
      this.#keys.set(target.id, key);
      await this.#work(target, key);
    }
    return [];
  }

  /** “Too many requests” is no failure of the host: waits as long as the manager says. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
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
