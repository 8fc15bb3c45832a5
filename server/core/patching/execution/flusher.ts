import type { Context } from '#server/kernel/boot/feature.ts';
import { rowWith } from '#server/kernel/db/model.ts';
import type { JobHostModel } from '../models.ts';
import { addLog, packLog } from '../service/appendLog.ts';
import { withJob, type JobDeps, type JobTx } from '../service/jobTx.ts';
import type { HostWork, Unwritten } from './hostWork.ts';
import type { HostWrites } from './hostWrites.ts';
import { LeaseLost } from './leaseLost.ts';

export const FLUSH_MS = 1_000;
/**
 * A host is written after a thousandth of the time that it has been at work, and after a minute at most: each second in
 * the first quarter of an hour, and some five thousand times in a day. Each write leaves events for half a year, and the
 * agent alone decides how long a job lasts.
 */
const SHARE = 1_000;
const LONGEST_MS = 60_000;

/**
 * Writes logs and progress of all hosts at work, at most once a second each, in one transaction per job: twenty hosts
 * that log cost one commit, not twenty.
 */
export class Flusher {
  readonly #deps: JobDeps & Pick<Context, 'clock' | 'log'>;
  readonly #writes: HostWrites;
  /** When each was taken up and when it was written last, by this process's clock. */
  readonly #works = new Map<HostWork, { sinceMs: number; writtenMs: number }>();
  #timer: { clear(): void } | null = null;

  constructor(deps: JobDeps & Pick<Context, 'clock' | 'log'>, writes: HostWrites) {
    this.#deps = deps;
    this.#writes = writes;
  }

  add(work: HostWork): void {
    const nowMs = this.#deps.clock.now().getTime();
    this.#works.set(work, { sinceMs: nowMs, writtenMs: nowMs });
    work.onDirty = () => this.#schedule();
  }

  remove(work: HostWork): void {
    this.#works.delete(work);
    work.onDirty = () => undefined;
  }

  /** Writes all. Runs alone: a change of state raises the version that a flush compares. */
  flush(): Promise<void> {
    return this.#writes.alone(() => this.#write(() => true));
  }

  stop(): void {
    this.#timer?.clear();
    this.#timer = null;
  }

  #schedule(): void {
    this.#timer ??= this.#deps.clock.setTimeout(() => {
      this.#timer = null;
      void this.#writes.alone(() => this.#write((work) => this.#isDue(work)));
    }, FLUSH_MS);
  }

  #isDue(work: HostWork): boolean {
    const { sinceMs, writtenMs } = this.#works.get(work) ?? { sinceMs: 0, writtenMs: 0 };
    const nowMs = this.#deps.clock.now().getTime();
    const isSetBack = nowMs < writtenMs;
    return isSetBack || nowMs - writtenMs >= Math.min(LONGEST_MS, (nowMs - sinceMs) / SHARE);
  }

  async #write(isDue: (work: HostWork) => boolean): Promise<void> {
    const dirty = [...this.#works.keys()].filter((work) => work.dirty);
    const due = dirty.filter(isDue);
    for (const [jobId, works] of Map.groupBy(due, (work) => work.row.jobId))
      await this.#writeJob(jobId, works);
    if (due.length < dirty.length) this.#schedule();
  }

  async #writeJob(jobId: string, works: HostWork[]): Promise<void> {
    const writtenMs = this.#deps.clock.now().getTime();
    const taken = works.map((work) => ({ work, unwritten: work.takeUnwritten() }));
    for (const work of works) {
      const times = this.#works.get(work);
      if (times) times.writtenMs = writtenMs;
    }
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
