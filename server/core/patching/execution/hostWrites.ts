import type { JobOperation } from '../domain/jobSpec.ts';
import type { JobHostModel } from '../models.ts';
import type { HostsPort } from '../ports.ts';
import { withJob, type JobDeps, type JobTx } from '../service/jobTx.ts';
import type { HostWork } from './hostWork.ts';

/** A write about one host, as a part of a transaction over its job. */
export interface HostWrite {
  work: HostWork;
  /** Name of the transaction, for the log. */
  name: string;
  durable: boolean;
  /** Returns the new row; null: the lease was lost. May run again, alone or with others, so it only changes rows. */
  run(jobTx: JobTx): Promise<JobHostModel | null>;
}

interface Waiting {
  write: HostWrite;
  resolve(row: JobHostModel | null): void;
  reject(error: unknown): void;
}

interface Deps {
  ctx: JobDeps;
  hosts: Pick<HostsPort, 'notePatched'>;
}

/** Work after which a host counts as patched. */
const UPGRADES: readonly JobOperation[] = ['patch', 'update'];
/** The most hosts in one transaction: other writers get their turn between two transactions. */
const MANY = 100;
/** From this many hosts at work on, another one is always about to write, so waiting for it saves a transaction. */
const BUSY_HOSTS = 32;
const GATHER_MS = 25;

/**
 * The writes of all hosts at work here, one transaction after another. Writes that arrive during a transaction share
 * the next one: a commit costs about the same for one host and for fifty. Each caller waits for its own commit.
 */
export class HostWrites {
  readonly #deps: Deps;
  readonly #hostsAtWork: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isTaking = false;

  constructor(deps: Deps, hostsAtWork: () => number) {
    this.#deps = deps;
    this.#hostsAtWork = hostsAtWork;
  }

  /** How many writes wait for the transaction before them. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves once the write is committed and `work` has its new row; null when the lease or the job is gone. Rejects
   * when this very write failed.
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

  /** Runs a write that opens its own transaction, while no other is under way. */
  alone<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#writing.then(write);
    this.#writing = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Makes one transaction; writes that are left over queue again behind the others. */
  async #writeAll(): Promise<void> {
    if (this.#hostsAtWork() >= BUSY_HOSTS) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const taken = this.#take();
    this.#isTaking = this.#waiting.length > 0;
    if (this.#isTaking) void this.alone(() => this.#writeAll());
    await this.#writeSome(taken);
  }

  /** Takes writes of one job, one per host: a host's second write must find the row that the first one left. */
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

  /** If the shared transaction fails, each write is made alone, so that a fault affects its own host only. */
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
    return withJob(this.#deps.ctx, first.work.row.jobId, options, async (jobTx) => {
      const rows: (JobHostModel | null)[] = [];
      for (const write of writes) rows.push(await write.run(jobTx));
      await this.#notePatched(jobTx, rows);
      return rows;
    });
  }

  /** Writes when hosts were patched with the end of the work itself, so that no crash loses it. */
  async #notePatched({ job, tx, now }: JobTx, rows: readonly (JobHostModel | null)[]): Promise<void> {
    const { dryRun, mode } = job.spec;
    if (dryRun || mode === 'repair' || !UPGRADES.includes(job.operation)) return;
    const done = rows.flatMap((row) => (row?.state === 'completed' ? [row.hostId] : []));
    if (done.length > 0) await this.#deps.hosts.notePatched(tx, done, now);
  }
}
