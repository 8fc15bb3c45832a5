import type { JobHostModel } from '../models.ts';
import { withJob, type JobDeps, type JobTx } from '../service/jobTx.ts';
import type { HostWork } from './hostWork.ts';

/** A write about one host, as a part of a transaction over its job. */
export interface HostWrite {
  work: HostWork;
  /** Of the transaction, for the log. */
  name: string;
  durable: boolean;
  /** The row as it is then; null: the lease was lost. Changes nothing but rows: it may run again, alone or with others. */
  run(jobTx: JobTx): Promise<JobHostModel | null>;
}

interface Waiting {
  write: HostWrite;
  resolve(row: JobHostModel | null): void;
  reject(error: unknown): void;
}

/** Hosts whose writes go into one transaction at most: others get their turn between two of them. */
const MANY = 100;
/** With so many hosts at work there is always another one about to write, so that waiting for it saves a transaction. */
const BUSY_HOSTS = 32;
const GATHER_MS = 25;

/**
 * The writes of all hosts at work here, one transaction after another. What comes while one is under way goes into the
 * next together: a commit costs about the same for one host and for fifty. Nobody goes on before his own is committed.
 */
export class HostWrites {
  readonly #deps: JobDeps;
  readonly #hostsAtWork: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isTaking = false;

  constructor(deps: JobDeps, hostsAtWork: () => number) {
    this.#deps = deps;
    this.#hostsAtWork = hostsAtWork;
  }

  /**
   * Resolves once it is committed and the work has its new row; null when lease or job are gone. Rejects when this very
   * write failed.
   */
  write(write: HostWrite): Promise<JobHostModel | null> {
    const { promise, resolve, reject } = Promise.withResolvers<JobHostModel | null>();
    this.#waiting.push({ write, resolve, reject });
    if (!this.#isTaking) {
      this.#isTaking = true;
      void this.alone(() => this.#writeAll());
    }
    return promise;
  }

  /** Runs what opens a transaction of its own while no other is under way. */
  alone<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(write);
    this.#writing = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** One transaction; what is left goes behind others that wait their turn. */
  async #writeAll(): Promise<void> {
    if (this.#hostsAtWork() >= BUSY_HOSTS) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const taken = this.#take();
    this.#isTaking = this.#waiting.length > 0;
    if (this.#isTaking) void this.alone(() => this.#writeAll());
    await this.#writeSome(taken);
  }

  /** Of one job, and one of each host: the second one must find the row as the first has left it. */
  #take(): Waiting[] {
    const jobId = this.#waiting[0]?.write.work.row.jobId;
    const taken = new Map<HostWork, Waiting>();
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const { work } = one.write;
      const fits = work.row.jobId === jobId && taken.size < MANY && !taken.has(work);
      if (fits) taken.set(work, one);
      else left.push(one);
    }
    this.#waiting = left;
    return [...taken.values()];
  }

  /** What is wrong with one host's write stays with that host: then each is written by itself. */
  async #writeSome(taken: readonly Waiting[]): Promise<void> {
    const [first] = taken;
    if (!first) return;
    try {
      const rows = await this.#inOne(taken.map(({ write }) => write));
      for (const [index, { write, resolve }] of taken.entries()) {
        const row = rows?.[index] ?? null;
        if (row) write.work.row = row;
        resolve(row);
      }
    } catch (error) {
      if (taken.length === 1) first.reject(error);
      else for (const one of taken) await this.#writeSome([one]);
    }
  }

  async #inOne(writes: readonly HostWrite[]): Promise<(JobHostModel | null)[] | null> {
    const [first] = writes;
    if (!first) return null;
    const options = { name: first.name, durable: writes.some(({ durable }) => durable) };
    return withJob(this.#deps, first.work.row.jobId, options, async (jobTx) => {
      const rows: (JobHostModel | null)[] = [];
      for (const write of writes) rows.push(await write.run(jobTx));
      return rows;
    });
  }
}
