import type { Need, TaskResult } from './testRunnerTypes.ts';

/** Whole systems: what else runs on the machine decides how fast they answer. */
const realSystems: readonly Need[] = ['lab', 'chromium'];
/** More failures than this are no matter of load. */
const mostAgain = 3;

/**
 * Runs the failed suites over real hosts and browsers once more, one after the other with nothing beside them. What
 * passes then counts as passed and is named `unstable` in the summary, with its first failure above: it is to be
 * mended, but it says nothing against the change at hand. Everything else fails at once.
 */
export async function runAgain(
  results: readonly TaskResult[],
  run: (result: TaskResult) => Promise<TaskResult>,
): Promise<TaskResult[]> {
  const failed = results.filter((result) => result.failed > 0);
  const chosen = failed.filter(({ task }) => task.needs.some((need) => realSystems.includes(need)));
  if (chosen.length === 0 || chosen.length < failed.length || chosen.length > mostAgain) return [...results];
  const final = new Map<TaskResult, TaskResult>();
  for (const first of chosen) {
    const second = await run(first);
    final.set(first, { ...second, unstable: second.failed === 0 });
  }
  return results.map((result) => final.get(result) ?? result);
}
