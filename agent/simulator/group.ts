import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerAnswer, WorkerQuestion, WorkerReport, WorkerStart } from './worker.ts';

export type GroupOptions = Omit<WorkerStart, 'index'>;

/** Simulated hosts that several processes share. */
export interface SimulatorGroup {
  pids: readonly number[];
  /** How many hosts are served. */
  agents: number;
  /** Time from loading the first certificate until the last process listens, or its hosts dial. */
  startMs: number;
  /** Returns the answers since the previous call. `changing` sets whether every look from now on finds another list. */
  ask(question: WorkerQuestion): Promise<WorkerReport>;
  /** Rejects when a process ends that was not told to end. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Starts `processes` processes that share the hosts in turn, at ports from `port` on. They end with this process.
 * Throws what went wrong in any of them; then none is left running.
 */
export async function startGroup(options: GroupOptions): Promise<SimulatorGroup> {
  const startedAt = performance.now();
  // The processes inherit the flags of this one; what lives for a moment needs little room beside very many sockets.
  const execArgv = [...process.execArgv, ...(options.thin ? ['--max-semi-space-size=2'] : [])];
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)), args: [], execArgv });
  const workers = Array.from({ length: options.processes }, () => cluster.fork());
  try {
    const counts = await Promise.all(
      workers.map(async (worker, index) => {
        const answer = await asked(worker, { start: { ...options, index } });
        return 'listening' in answer ? answer.listening : 0;
      }),
    );
    return {
      pids: workers.map(({ process: { pid = 0 } }) => pid),
      agents: counts.reduce((total, count) => total + count, 0),
      startMs: performance.now() - startedAt,
      failed: failureOf(workers),
      async ask(question) {
        const reports = await Promise.all(workers.map((worker) => asked(worker, { ask: question })));
        return sumOf(reports.flatMap((answer) => ('report' in answer ? [answer.report] : [])));
      },
      stop: () => stopAll(workers),
    };
  } catch (error) {
    await stopAll(workers);
    throw error;
  }
}

async function asked(
  worker: Worker,
  question: { start: WorkerStart } | { ask: WorkerQuestion },
): Promise<WorkerAnswer> {
  const ended = new AbortController();
  const { signal } = ended;
  const answered = once(worker, 'message', { signal }) as Promise<[WorkerAnswer]>;
  const gone = once(worker, 'exit', { signal }).then(() => {
    throw new Error('a process of the simulator ended by itself');
  });
  worker.send(question);
  try {
    const [answer] = await Promise.race([answered, gone]);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  } finally {
    gone.catch(() => undefined);
    answered.catch(() => undefined);
    ended.abort();
  }
}

function failureOf(workers: readonly Worker[]): Promise<never> {
  const failed = Promise.race(
    workers.map(async (worker) => {
      await once(worker, 'exit');
      throw new Error('a process of the simulator ended by itself');
    }),
  );
  failed.catch(() => undefined);
  return failed;
}

function sumOf(reports: readonly WorkerReport[]): WorkerReport {
  const answers: Record<string, number> = {};
  for (const report of reports)
    for (const [key, count] of Object.entries(report.answers)) answers[key] = (answers[key] ?? 0) + count;
  const total = (of: (report: WorkerReport) => number): number =>
    reports.reduce((sum, report) => sum + of(report), 0);
  const isThin = reports.some(({ thin }) => thin !== null);
  return {
    answers,
    links: total(({ links }) => links),
    thin: isThin
      ? {
          begun: total(({ thin }) => thin?.begun ?? 0),
          links: total(({ links }) => links),
          awake: total(({ thin }) => thin?.awake ?? 0),
          isShort: reports.some(({ thin }) => thin?.isShort),
        }
      : null,
  };
}

async function stopAll(workers: readonly Worker[]): Promise<void> {
  await Promise.all(
    workers.map(async (worker) => {
      if (worker.isDead()) return;
      worker.process.kill('SIGTERM');
      await once(worker, 'exit');
    }),
  );
}
