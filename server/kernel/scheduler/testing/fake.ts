import type { Clock } from '../../clock.ts';
import type { ScheduledJob, Scheduler } from '../scheduler.ts';

interface WaitingJob {
  name: string;
  data: unknown;
  unique: string | undefined;
  at: Date;
  timer: { clear(): void };
}

export interface FakeScheduler extends Scheduler {
  /** The waiting jobs, soonest first. */
  waiting(): { name: string; data: unknown; unique: string | undefined; at: Date }[];
  /** The errors that handlers threw. */
  readonly errors: unknown[];
  /** Resolves once no handler runs any more. */
  idle(): Promise<void>;
}

/**
 * A scheduler in memory for tests, moved by its clock: with a fake one, `clock.advance(60_000)` runs what is due within
 * the minute. As in the real one, jobs that are due at once run without it, and data passes through JSON; locks and
 * other managers do not exist. Once it has stopped it leaves no timer.
 */
export function createFakeScheduler(clock: Clock): FakeScheduler {
  const jobs = new Map<string, ScheduledJob>();
  const waiting = new Set<WaitingJob>();
  /** The next run of each repeated job. */
  const repeated = new Map<string, { clear(): void }>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const errors: unknown[] = [];
  let started = false;

  const runJob = (name: string, data: unknown): Promise<void> => {
    const run = (async () => {
      try {
        await jobs.get(name)?.run(data, { signal: stopping.signal, touch: async () => {} });
      } catch (error) {
        errors.push(error);
      }
    })();
    running.add(run);
    return run.finally(() => running.delete(run));
  };
  const soon = (delayMs: number, work: () => void): { clear(): void } => {
    if (delayMs > 0) return clock.setTimeout(work, delayMs);
    const turn = setImmediate(work);
    return { clear: () => clearImmediate(turn) };
  };
  const repeat = (name: string, everyMs: number, delayMs: number): void => {
    const again = () => {
      if (!stopping.signal.aborted) repeat(name, everyMs, everyMs);
    };
    repeated.set(
      name,
      soon(delayMs, () => void runJob(name, undefined).then(again)),
    );
  };
  const arm = (job: WaitingJob): void => {
    const begin = () => {
      waiting.delete(job);
      if (jobs.has(job.name)) void runJob(job.name, job.data);
    };
    job.timer = soon(job.at.getTime() - clock.now().getTime(), begin);
  };
  const take = (name: string, unique: string): void => {
    for (const job of waiting) {
      if (job.name !== name || job.unique !== unique) continue;
      job.timer.clear();
      waiting.delete(job);
    }
  };

  return {
    errors,
    define: (name, job) => void jobs.set(name, job),
    async start() {
      started = true;
      for (const job of waiting) arm(job);
      for (const [name, job] of jobs) if (job.everyMs !== undefined) repeat(name, job.everyMs, 0);
    },
    async schedule(name, data, { at, unique } = {}) {
      if (unique !== undefined) take(name, unique);
      const copy: unknown = data === undefined ? undefined : JSON.parse(JSON.stringify(data));
      const job: WaitingJob = { name, data: copy, unique, at: at ?? clock.now(), timer: { clear() {} } };
      waiting.add(job);
      if (started && !stopping.signal.aborted) arm(job);
    },
    async stop() {
      stopping.abort(new Error('the scheduler is stopping'));
      for (const { timer } of waiting) timer.clear();
      for (const timer of repeated.values()) timer.clear();
      await Promise.all(running);
    },
    countDue: async () => [...waiting].filter(({ at }) => at <= clock.now()).length,
    healthy: () => started && !stopping.signal.aborted,
    waiting: () =>
      [...waiting]
        .map(({ name, data, unique, at }) => ({ name, data, unique, at }))
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
