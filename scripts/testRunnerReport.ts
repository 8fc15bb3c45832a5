import type { Skip, TaskResult } from './testRunnerTypes.ts';

const slowestShown = 5;

/** One line for a task that has ended, with its duration and its processor time; its output below when something failed. */
export function resultLine({
  task,
  passed,
  failed,
  skipped,
  durationMs,
  cpuMs,
  output,
  problem,
}: TaskResult): string {
  const counts = [`${passed}`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(
    Boolean,
  );
  const state = failed > 0 ? 'FAIL' : 'ok  ';
  const times = `${String(Math.round(durationMs)).padStart(6)} ms ${(cpuMs / 1000).toFixed(1).padStart(5)} s cpu`;
  const line = `${state} ${times}  ${task.name} (${counts.join(', ')})`;
  if (failed === 0) return line;
  const shown = output.trimEnd() === '' ? '' : `\n${indent(output.trimEnd())}`;
  return `${line}${problem ? `\n     ${problem}` : ''}${shown}\n`;
}

export type SummaryInput = { results: TaskResult[]; skips: Skip[]; noSkip: boolean; totalMs: number };

/** The end of a run: what was skipped and how to enable it, what failed, the slowest, and the line with the figures. */
export function summary({ results, skips, noSkip, totalMs }: SummaryInput): { text: string; failed: number } {
  const sum = (key: 'passed' | 'failed' | 'skipped' | 'cpuMs'): number =>
    results.reduce((total, result) => total + result[key], 0);
  const skipped = sum('skipped') + skips.length;
  const failed = sum('failed') + (noSkip ? skipped : 0);
  const figures = [
    `${sum('passed')} passed`,
    `${failed} failed`,
    ...(skipped > 0 && !noSkip ? [`${skipped} skipped`] : []),
  ];
  const text = [
    ...slowest(results),
    ...skipLines(results, skips, noSkip),
    ...results
      .filter((result) => result.failed > 0)
      .map(({ task, problem }) => `FAIL ${task.name}${problem ? `: ${problem}` : ''}`),
    ...results
      .filter((result) => result.unstable)
      .map(({ task }) => `UNSTABLE ${task.name}: it failed beside other suites (see above) and passed alone`),
    `${Math.round(totalMs / 1000)} s in all, ${Math.round(sum('cpuMs') / 1000)} s of processor time`,
    figures.join(', '),
  ];
  return { text: text.join('\n'), failed };
}

/** The suites that took longest, and those that took most processor time. */
function slowest(results: TaskResult[]): string[] {
  if (results.length <= slowestShown) return [''];
  const most = (key: 'durationMs' | 'cpuMs', count: number): string =>
    results
      .toSorted((a, b) => b[key] - a[key])
      .slice(0, count)
      .map((result) => `${result.task.name} ${(result[key] / 1000).toFixed(1)} s`)
      .join(', ');
  return [
    '',
    `slowest: ${most('durationMs', slowestShown)}`,
    `most processor time: ${most('cpuMs', 2 * slowestShown)}`,
  ];
}

function skipLines(results: TaskResult[], skips: Skip[], noSkip: boolean): string[] {
  const state = noSkip ? 'FAIL (skips are not allowed here)' : 'skipped';
  const inside = results.filter((result) => result.skipped > 0);
  return [
    ...skips.map(({ name, missing }) => `${state} ${name}: ${missing.reason}; to enable: ${missing.enable}`),
    ...inside.map(
      ({ task, skipped }) =>
        `${state} ${skipped} in ${task.name}: by the suite itself (test.skip or test.only)`,
    ),
  ];
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n');
}
