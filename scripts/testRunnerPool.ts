import type { Task, TaskResult } from './testRunnerTypes.ts';

const labAtOnce = 2;

type Kind = 'lab' | 'other';
const kindOf = (task: Task): Kind => (task.needs.includes('lab') ? 'lab' : 'other');

export type PoolOptions = {
  processors: number;
  runOne: (task: Task) => Promise<TaskResult>;
  signal: AbortSignal;
};

/**
 * Runs tasks side by side, in their order as far as there is room, and returns the results in the order of their ends.
 * Suites over lab hosts wait a good half of their time for package managers and power cuts: beside what keeps the
 * processors busy there is room for one of them more than there are processors. What ends after `signal` doesn't count.
 */
export async function runPool(
  tasks: readonly Task[],
  { processors, runOne, signal }: PoolOptions,
): Promise<TaskResult[]> {
  const lanes = Math.max(2, processors);
  const limits = { lab: labAtOnce, other: lanes };
  const running = { lab: 0, other: 0 };
  const waiting = [...tasks];
  const results: TaskResult[] = [];
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const index = waiting.findIndex((task) => running[kindOf(task)] < limits[kindOf(task)]);
      const [task] = index < 0 ? [] : waiting.splice(index, 1);
      if (!task) return;
      const kind = kindOf(task);
      running[kind] += 1;
      const result = await runOne(task);
      running[kind] -= 1;
      if (signal.aborted) return;
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: lanes + 1 }, lane));
  return results;
}
