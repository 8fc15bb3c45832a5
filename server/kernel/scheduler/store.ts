import { createHash } from 'node:crypto';
import type { AgendaBackend } from 'agenda';
import { CLOCKS_DIFFER_MS } from '../clock.ts';

/**
 * Where jobs are kept: what Agenda asks of a backend, and the few things beside it that make the Scheduler's
 * promises hold on every store.
 */
export interface JobStore {
  readonly backend: AgendaBackend;
  /** Connects and prepares; rejects when the store cannot be reached, and may then be called again. */
  connect(): Promise<void>;
  /** Whether it was not reached, which may pass by itself; what it answers (a wrong password) does not. */
  isAway(error: unknown): boolean;
  /**
   * Runs `save`, which writes a new job with that key, and removes the jobs that wait under the same key. One that has
   * started is left alone: what it writes at its end belongs to its own row.
   */
  replaceWaiting(name: string, unique: string, save: () => Promise<void>): Promise<void>;
  removeWaiting(name: string, unique: string): Promise<void>;
  /** Makes sure that the one row of a repeated job exists with this interval, whoever comes first. */
  ensureRepeated(name: string, everyMs: number): Promise<void>;
  /**
   * Makes due what waits for a time that only a clock since set back can have given: see `rightTimes`. Compares each
   * row with what was read, so that several managers may do it at once.
   */
  mendTimes(): Promise<void>;
  /** Releases the locks that this process holds (`own`), or that a former process of this manager left behind. */
  releaseLocks(whose: 'own' | 'former'): Promise<void>;
  disconnect(): Promise<void>;
}

/** The times of a stored job, all by the clocks of managers; null where there is none. */
export interface StoredTimes {
  nextRunAt: Date | null;
  lockedAt: Date | null;
  /** Null: the job does not repeat. */
  everyMs: number | null;
}

/**
 * The right times of a job after a clock was set back; null: they are right. A repeated job is never due later than one
 * interval from now, and no lock is from the future: with such times a job would rest until the clock has come there
 * again, after a day or a year perhaps. A lock that is from the future runs out as if it were from now, for whoever
 * holds it may be at work.
 */
export function rightTimes(
  { nextRunAt, lockedAt, everyMs }: StoredTimes,
  now: Date,
): Pick<StoredTimes, 'nextRunAt' | 'lockedAt'> | null {
  const latestMs = now.getTime() + CLOCKS_DIFFER_MS;
  const isLockAhead = lockedAt !== null && lockedAt.getTime() > latestMs;
  const isRunAhead = everyMs !== null && nextRunAt !== null && nextRunAt.getTime() > latestMs + everyMs;
  if (!isLockAhead && !isRunAhead) return null;
  return { nextRunAt: isRunAhead ? now : nextRunAt, lockedAt: isLockAhead ? now : lockedAt };
}

/** Who holds a lock: manager and process, so that a restarted manager is not mistaken for its former process. */
export interface LockOwner {
  instanceId: string;
  /** `<instanceId>:<random>` */
  name: string;
}

/** What Agenda keeps as the data of a job. Text, so that every store gives back the same. */
export interface StoredData {
  payload?: string;
  unique?: string;
}

/** A job was replaced, cancelled or taken over by another manager before it could be written. */
export class JobGoneError extends Error {
  override readonly name = 'JobGoneError';
}

/** The key under which at most one job waits. Hashed, because callers choose `unique` freely. */
export function waitingKey(name: string, unique: string): string {
  return createHash('sha256').update(`${name}\0${unique}`).digest('hex');
}
