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
  /**
   * Has locks from the future run out as if they were from now, for whoever holds one may be at work: a clock that was set
   * back since gave them, and the job would rest until it has come there again.
   */
  mendLocks(): Promise<void>;
  /** Releases the locks that this process holds (`own`), or that a former process of this manager left behind. */
  releaseLocks(whose: 'own' | 'former'): Promise<void>;
  /** How many jobs were due by then and are not locked. */
  countDue(now: Date): Promise<number>;
  disconnect(): Promise<void>;
}

/** A lock that is later than this was given by a clock that has been set back since. */
export const latestLock = (now: Date): Date => new Date(now.getTime() + CLOCKS_DIFFER_MS);

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

/** A job was replaced or taken over by another manager before it could be written. */
export class JobGoneError extends Error {
  override readonly name = 'JobGoneError';
}

/** The key under which at most one job waits. Hashed, because callers choose `unique` freely. */
export function waitingKey(name: string, unique: string): string {
  return createHash('sha256').update(`${name}\0${unique}`).digest('hex');
}
