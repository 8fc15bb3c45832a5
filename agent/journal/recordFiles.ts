/**
 * The files of each job except its history. Every write is atomic; writes of one job happen in the order of the
 * calls.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { writeAtomic } from '../files/atomic.ts';
import type { JobRecord } from './record.ts';

const RETRY_MS = 5000;

export interface RecordFilesOptions {
  dir: string;
  clock: Clock;
  onProblem: (message: string, cause: unknown) => void;
}

export class RecordFiles {
  /** Why the last attempt to store a record failed; null once one succeeded again. */
  failure: unknown = null;
  #options: RecordFilesOptions;
  #chains = new Map<string, Promise<unknown>>();
  /** Finished jobs whose record the disk has refused so far. */
  #owed = new Map<string, JobRecord>();
  #cancelRetry: (() => void) | null = null;

  constructor(options: RecordFilesOptions) {
    this.#options = options;
  }

  path(...parts: string[]): string {
    return join(this.#options.dir, ...parts);
  }

  /** Stores the record as it is at the call. Durable when it resolves. */
  async store(record: JobRecord): Promise<void> {
    await this.write(record.jobId, 'job', record);
    this.failure = null;
  }

  /** Stores a finished record, now or as soon as the disk takes it. */
  async storeOrOwe(record: JobRecord): Promise<void> {
    await this.store(record).catch((failure: unknown) => this.#owe(record, failure));
  }

  /** The record of a finished job that the disk has not accepted yet. */
  owed(jobId: string): JobRecord | undefined {
    return this.#owed.get(jobId);
  }

  /** Replaces `<kind>.json` of the job. Durable when it resolves. */
  async write(jobId: string, kind: 'job' | 'saved' | 'record', value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    await this.#inOrder(jobId, () => writeAtomic(this.path(jobId, `${kind}.json`), text));
  }

  /** Renames the job's directory, after all writes that still wait. */
  async move(jobId: string, name: string): Promise<void> {
    await this.#inOrder(jobId, () => rename(this.path(jobId), this.path(name)));
    this.#owed.delete(jobId);
  }

  /** Ends the order of this job's writes: only an owed record is still written for it. */
  settled(jobId: string): void {
    this.#chains.delete(jobId);
  }

  close(): void {
    this.#cancelRetry?.();
  }

  #owe(record: JobRecord, failure: unknown): void {
    this.failure = failure;
    this.#owed.set(record.jobId, record);
    this.#options.onProblem('a finished job cannot be stored', failure);
    this.#cancelRetry ??= this.#options.clock.after(RETRY_MS, () => void this.#payAll());
  }

  async #payAll(): Promise<void> {
    this.#cancelRetry = null;
    for (const record of [...this.#owed.values()]) {
      await this.store(record).then(
        () => this.#owed.delete(record.jobId),
        (error: unknown) => this.#owe(record, error),
      );
    }
  }

  #inOrder<T>(jobId: string, act: () => Promise<T>): Promise<T> {
    const result = (this.#chains.get(jobId) ?? Promise.resolve()).then(act);
    this.#chains.set(
      jobId,
      result.catch(() => {}),
    );
    return result;
  }
}
