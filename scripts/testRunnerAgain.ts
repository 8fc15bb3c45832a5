import type { TaskResult } from './testRunnerTypes.ts';

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
