import type { Gate } from './images.ts';
import type { Task, TaskResult } from './types.ts';

const labAtOnce = 2;
const isLab = (task: Task): boolean => task.needs.includes('lab');

export type PoolOptions = {
  processors: number;
  runOne: (task: Task) => Promise<TaskResult>;
  signal: AbortSignal;
  /** What tasks may have to wait for; without it none waits. */
  gate?: Gate;
  /** Whether it is too late to begin this task; it is left out then. */
  isLate?: (task: Task) => boolean;
};

const openGate: Gate = { state: () => 'open', changed: () => Promise.resolve() };

/**
 * Runs tasks side by side, in their order as far as there is room, and returns the results in the order in which they
 * end. A suite keeps a processor busy for less than half of its time; the rest it waits for hosts, browsers and
 * databases. So twice as many run as there are processors, and at most two of those over lab hosts. A task that ends
 * after `signal` does not count; one that the gate never lets in has no result.
 */
export async function runPool(tasks: readonly Task[], options: PoolOptions): Promise<TaskResult[]> {
  const pool = new Pool(tasks, options);
  await Promise.all(Array.from({ length: lanesOf(options.processors) }, () => pool.lane()));
  return pool.results;
}

/** How many tasks run side by side. */
export function lanesOf(processors: number): number {
  return 2 * Math.max(2, processors);
}

class Pool {
  readonly results: TaskResult[] = [];
  #waiting: Task[];
  readonly #options: Required<PoolOptions>;
  #labs = 0;

  constructor(tasks: readonly Task[], options: PoolOptions) {
    this.#waiting = [...tasks];
    this.#options = { gate: openGate, isLate: () => false, ...options };
  }

  /** Runs one task after the other until none is left that could ever run. */
  async lane(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      const task = this.#next();
      if (task) await this.#run(task);
      else if (!this.#isAnyShut()) return;
      else await Promise.race([this.#options.gate.changed(), aborted(signal)]);
    }
  }

  #next(): Task | undefined {
    this.#waiting = this.#waiting.filter((task) => !this.#options.isLate(task));
    const mayRun = (task: Task): boolean =>
      (!isLab(task) || this.#labs < labAtOnce) && this.#options.gate.state(task) === 'open';
    const index = this.#waiting.findIndex(mayRun);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  #isAnyShut(): boolean {
    return this.#waiting.some((task) => this.#options.gate.state(task) === 'shut');
  }

  async #run(task: Task): Promise<void> {
    if (isLab(task)) this.#labs += 1;
    const result = await this.#options.runOne(task);
    if (isLab(task)) this.#labs -= 1;
    if (!this.#options.signal.aborted) this.results.push(result);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** How many failed suites are run again, of more than five hundred; more failures than this are not caused by load. */
const mostAgain = 5;

/**
 * Runs failed suites once more, one after the other with nothing beside them: what else runs on the machine decides how
 * fast hosts, browsers and databases answer. A suite that passes then counts as passed and is named `unstable` in the
 * summary, with its first failure above: it has to be mended, but says nothing against the change at hand. A failed
 * check, or more than `mostAgain` failures, fails the run at once.
 */
export async function runAgain(
  results: readonly TaskResult[],
  run: (result: TaskResult) => Promise<TaskResult>,
): Promise<TaskResult[]> {
  const failed = results.filter((result) => result.failed > 0);
  if (failed.length > mostAgain || failed.some(({ task }) => task.kind === 'check')) return [...results];
  const final = new Map<TaskResult, TaskResult>();
  for (const first of failed) {
    const second = await run(first);
    final.set(first, { ...second, unstable: second.failed === 0 });
  }
  return results.map((result) => final.get(result) ?? result);
}
