import { createHash } from 'node:crypto';
import type { AgendaBackend } from 'agenda';

/**
 * Where jobs are kept: what Agenda asks of a backend, and the few things beside it that make the Scheduler's
 * promises hold on every store.
 */
export interface JobStore {
  readonly backend: AgendaBackend;
  /** Connects and prepares; rejects when the store cannot be reached. */
  connect(): Promise<void>;
  /**
   * Runs `save`, which writes a new job with that key, and removes the jobs that wait under the same key. One that has
   * started is left alone: what it writes at its end belongs to its own row.
   */
  replaceWaiting(name: string, unique: string, save: () => Promise<void>): Promise<void>;
  removeWaiting(name: string, unique: string): Promise<void>;
  /** Makes sure that the one row of a repeated job exists with this interval, whoever comes first. */
  ensureRepeated(name: string, everyMs: number): Promise<void>;
  /** Releases the locks that this process holds (`own`), or that a former process of this manager left behind. */
  releaseLocks(whose: 'own' | 'former'): Promise<void>;
  disconnect(): Promise<void>;
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
