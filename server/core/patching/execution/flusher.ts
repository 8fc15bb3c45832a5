import type { Context } from '../../../kernel/boot/feature.ts';
import { rowWith } from '../../../kernel/db/model.ts';
import type { JobHostModel } from '../models.ts';
import { addLog, packLog } from '../service/appendLog.ts';
import { withJob, type JobDeps, type JobTx } from '../service/jobTx.ts';
import type { HostWork, Unwritten } from './hostWork.ts';
import type { HostWrites } from './hostWrites.ts';
import { LeaseLost } from './leaseLost.ts';

export const FLUSH_MS = 1_000;

/**
 * Writes logs and progress of all hosts at work, at most once a second, in one transaction per job: twenty hosts
 * that log cost one commit, not twenty.
 */
export class Flusher {
  readonly #deps: JobDeps & Pick<Context, 'clock' | 'log'>;
  readonly #writes: HostWrites;
  readonly #works = new Set<HostWork>();
  #timer: { clear(): void } | null = null;

  constructor(deps: JobDeps & Pick<Context, 'clock' | 'log'>, writes: HostWrites) {
    this.#deps = deps;
    this.#writes = writes;
  }

  add(work: HostWork): void {
    this.#works.add(work);
    work.onDirty = () => this.#schedule();
  }

  remove(work: HostWork): void {
    this.#works.delete(work);
    work.onDirty = () => undefined;
  }

  /** Runs alone: a change of state must come after earlier lines, and it raises the version that a flush compares. */
  flush(): Promise<void> {
    return this.#writes.alone(() => this.#write());
  }

  stop(): void {
    this.#timer?.clear();
    this.#timer = null;
  }

  #schedule(): void {
    this.#timer ??= this.#deps.clock.setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, FLUSH_MS);
  }

  async #write(): Promise<void> {
    const byJob = Map.groupBy(
      [...this.#works].filter((work) => work.dirty),
      (work) => work.row.jobId,
    );
    for (const [jobId, works] of byJob) await this.#writeJob(jobId, works);
  }

  async #writeJob(jobId: string, works: HostWork[]): Promise<void> {
    const taken = works.map((work) => ({ work, unwritten: work.takeUnwritten() }));
    try {
      const rows = await withJob(this.#deps, jobId, { name: 'patching.flush', durable: false }, (jobTx) =>
        writeAll(jobTx, taken),
      );
      for (const [index, row] of (rows ?? []).entries()) {
        const work = taken[index]?.work;
        if (work && row) work.row = row;
        else work?.stopping.abort(new LeaseLost());
      }
    } catch (error) {
      this.#deps.log.warn({ error, jobId }, 'progress could not be written; trying again');
      for (const { work, unwritten } of taken) work.giveBack(unwritten);
      this.#schedule();
    }
  }
}

type Taken = { work: HostWork; unwritten: Unwritten }[];

async function writeAll(jobTx: JobTx, taken: Taken): Promise<(JobHostModel | null)[]> {
  const rows: (JobHostModel | null)[] = [];
  for (const { work, unwritten } of taken) rows.push(await writeOne(jobTx, work.row, unwritten));
  return rows;
}

async function writeOne(jobTx: JobTx, row: JobHostModel, unwritten: Unwritten): Promise<JobHostModel | null> {
  const { agentSeq, progress, message } = unwritten;
  const told = progress !== row.progress || message !== row.message;
  const packed = packLog(row, unwritten.lines);
  // The row first: a manager that has lost the lease may not write lines either.
  const columns = { agentSeq, progress, message, ...packed.position };
  if (!(await jobTx.updateOwn(row, columns))) return null;
  const position = await addLog(jobTx, row, packed);
  if (position !== packed.position) await jobTx.updateOwn(row, position);
  const next = rowWith(row, {
    agentSeq,
    progress,
    message,
    ...position,
    updatedAt: jobTx.now,
  });
  if (told) jobTx.hostUpdated(next);
  return next;
}
