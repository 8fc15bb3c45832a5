import type { Gate } from './testRunnerImages.ts';
import type { Task, TaskResult } from './testRunnerTypes.ts';

const labAtOnce = 2;

type Kind = 'lab' | 'other';
const kindOf = (task: Task): Kind => (task.needs.includes('lab') ? 'lab' : 'other');

export type PoolOptions = {
  processors: number;
  runOne: (task: Task) => Promise<TaskResult>;
  signal: AbortSignal;
  /** What a task may have to wait for; without it none waits. */
  gate?: Gate;
};

const openGate: Gate = { state: () => 'open', changed: () => Promise.resolve() };

/**
 * Runs tasks side by side, in their order as far as there is room, and returns the results in the order of their ends.
 * A suite keeps a processor busy for about half of its time; the rest it waits for hosts, browsers and databases. So
 * twice as many run as there are processors, and of those over lab hosts at most two. What ends after `signal` doesn't count;
 * what the gate never lets in has no result.
 */
export async function runPool(
  tasks: readonly Task[],
  { processors, runOne, signal, gate = openGate }: PoolOptions,
): Promise<TaskResult[]> {
  const lanes = Math.max(2, processors);
  const limits = { lab: labAtOnce, other: lanes };
  const running = { lab: 0, other: 0 };
  const waiting = [...tasks];
  const results: TaskResult[] = [];
  const next = (): Task | undefined => {
    const index = waiting.findIndex(
      (task) => running[kindOf(task)] < limits[kindOf(task)] && gate.state(task) === 'open',
    );
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  };
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const task = next();
      if (!task) {
        if (!waiting.some((one) => gate.state(one) === 'shut')) return;
        await Promise.race([gate.changed(), aborted(signal)]);
        continue;
      }
      const kind = kindOf(task);
      running[kind] += 1;
      const result = await runOne(task);
      running[kind] -= 1;
      if (signal.aborted) return;
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: lanes + labAtOnce }, lane));
  return results;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
