import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';

export interface ScheduledRun {
  /**
   * Aborted when the scheduler stops, or when the job's lock has expired. The job then runs again, here or on
   * another manager, whatever this run still does.
   */
  signal: AbortSignal;
  /** Keeps the lock for another `lockLifetimeMs`; call it while working longer than that. */
  touch(): Promise<void>;
}

export interface ScheduledJob {
  /** Repeats the job with this interval, one run at a time over all managers; `data` is undefined then. */
  everyMs?: number;
  /** How many runs of this job may go on at once in this process (default 5; 1 with `everyMs`). */
  concurrency?: number;
  /** After this long without touch() another manager takes the job over (default 1 minute). */
  lockLifetimeMs?: number;
  /** Runs at least once, so it must be idempotent: rows decide, the scheduler only wakes. */
  run(data: unknown, run: ScheduledRun): Promise<void>;
}

export interface Scheduler {
  /** Only before start(). Names are `feature.verbNoun`. */
  define(name: string, job: ScheduledJob): void;
  /** If a MongoDB cannot be reached, the scheduler starts all the same, is not healthy, and keeps trying. */
  start(): Promise<void>;
  /**
   * Runs the job once at `at` (default now), on any manager. With `unique`, a job of that name and key that has
   * not started yet is replaced; one that has started goes on beside it. `data` must survive JSON. Inside a
   * transaction call it from tx.afterCommit. A store that is away is told once it is back: what was committed must not
   * be answered with a failure, and if this process ends before, the sweeps find the work. Rejects only after `stop`.
   */
  schedule(name: string, data: unknown, options?: { at?: Date; unique?: string }): Promise<void>;
  /**
   * Starts no more jobs, waits for running ones up to `timeoutMs`, then aborts them; in any case releases its locks, so
   * that unfinished jobs run again at once elsewhere.
   */
  stop(timeoutMs: number): Promise<void>;
  /** How many jobs of one moment are due and have not begun, on any manager. Rejects while the store is away. */
  countDue(): Promise<number>;
  /** False when the last contacts with the job store failed, or there was none yet. */
  healthy(): boolean;
}

export interface SchedulerOptions {
  db: Database;
  /** mongodb://…: the jobs are kept there instead of in `db`. */
  mongoUrl?: string;
  log: Logger;
  clock: Clock;
  /** How often the store is asked for due jobs of other managers (default 1,000). */
  processEveryMs?: number;
  /**
   * Names this manager in the locks. Different for every manager; the same over restarts, so that what a crash
   * left locked is free again at the next start.
   */
  instanceId: string;
}
