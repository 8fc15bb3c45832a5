import type { Records } from './records.ts';
import type { Skip, Task, TaskResult } from './types.ts';

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

export type SummaryInput = {
  results: TaskResult[];
  skips: Skip[];
  /** What was not chosen, or not begun before the time was over. */
  leftOut: readonly Task[];
  /** What each task took when that was last kept. */
  kept: Records;
  noSkip: boolean;
  totalMs: number;
};

/**
 * The end of a run: where the processor time went, what became dear, what was left out or skipped and how to run it, what
 * failed, and the line with the figures.
 */
export function summary(input: SummaryInput): { text: string; failed: number } {
  const { results, skips, noSkip, totalMs } = input;
  const allowed = skips.filter(({ missing }) => !noSkip || missing.isAllowed).length;
  const refused = (noSkip ? sumOf(results, 'skipped') : 0) + skips.length - allowed;
  const skipped = (noSkip ? 0 : sumOf(results, 'skipped')) + allowed;
  const failed = sumOf(results, 'failed') + refused;
  const figures = [
    `${sumOf(results, 'passed')} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const text = [
    ...slowest(results),
    ...dearer(results, input.kept),
    ...leftOutLines(input.leftOut),
    ...skipLines(results, skips, noSkip),
    ...results
      .filter((result) => result.failed > 0)
      .map(({ task, problem }) => `FAIL ${task.name}${problem ? `: ${problem}` : ''}`),
    ...results
      .filter((result) => result.unstable)
      .map(({ task }) => `UNSTABLE ${task.name}: it failed beside other suites (see above) and passed alone`),
    `${Math.round(totalMs / 1000)} s in all, ${seconds(sumOf(results, 'cpuMs'))} of processor time`,
    figures.join(', '),
  ];
  return { text: text.join('\n'), failed };
}

function sumOf(results: readonly TaskResult[], key: 'passed' | 'failed' | 'skipped' | 'cpuMs'): number {
  return results.reduce((total, result) => total + result[key], 0);
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** The suites that took longest, those that took most processor time, and what each kind of suite took. */
function slowest(results: TaskResult[]): string[] {
  if (results.length <= slowestShown) return [''];
  const most = (key: 'durationMs' | 'cpuMs', count: number): string =>
    results
      .toSorted((a, b) => b[key] - a[key])
      .slice(0, count)
      .map((result) => `${result.task.name} ${(result[key] / 1000).toFixed(1)} s`)
      .join(', ');
  const kinds = Map.groupBy(results, ({ task }) => kindOf(task));
  const byKind = [...kinds].map(([kind, of]) => {
    const suites = `${of.length} ${of.length === 1 ? 'suite' : 'suites'}`;
    return `${kind} ${suites}, ${sumOf(of, 'passed')} tests, ${seconds(sumOf(of, 'cpuMs'))}`;
  });
  return [
    '',
    `slowest: ${most('durationMs', slowestShown)}`,
    `most processor time: ${most('cpuMs', 2 * slowestShown)}`,
    `processor time by kind: ${byKind.join('; ')}`,
  ];
}

function kindOf({ kind, needs }: Task): string {
  if (kind === 'check') return 'checks';
  if (needs.includes('lab')) return needs.includes('chromium') ? 'browser over lab hosts' : 'lab hosts';
  return needs.includes('chromium') ? 'browser' : needs.includes('mariadb') ? 'MariaDB' : 'plain';
}

const dearFactor = 2;
/** Below this a suite's figure says more about its neighbours than about itself. */
const dearFromMs = 3_000;

/** Suites whose share of the run's processor time is more than twice their kept share. */
function dearer(results: readonly TaskResult[], kept: Records): string[] {
  const known = results.filter(({ task }) => (kept[task.name]?.cpuMs ?? 0) > 0);
  const keptMs = known.reduce((total, { task }) => total + (kept[task.name]?.cpuMs ?? 0), 0);
  const ratio = sumOf(known, 'cpuMs') / keptMs;
  return known
    .map(({ task, cpuMs }) => ({ task, cpuMs, usualMs: (kept[task.name]?.cpuMs ?? 0) * ratio }))
    .filter(({ cpuMs, usualMs }) => cpuMs > dearFromMs && cpuMs > dearFactor * usualMs)
    .map(
      ({ task, cpuMs, usualMs }) =>
        `DEARER ${task.name}: ${(cpuMs / 1000).toFixed(1)} s of processor time, ${(usualMs / 1000).toFixed(1)} s by its kept share`,
    );
}

function leftOutLines(leftOut: readonly Task[]): string[] {
  if (leftOut.length === 0) return [];
  const names = leftOut.map(({ name }) => name).sort();
  return [
    `left out: ${names.join(', ')}`,
    `left out: ${names.length} suites of the night; run them all by npm test -- --all, or those that a change concerns by npm test -- --changed BASE`,
  ];
}

function skipLines(results: TaskResult[], skips: Skip[], noSkip: boolean): string[] {
  const state = (isAllowed = false): string =>
    noSkip && !isAllowed ? 'FAIL (skips are not allowed here)' : 'skipped';
  const inside = results.filter((result) => result.skipped > 0);
  return [
    ...skips.map(
      ({ name, missing }) =>
        `${state(missing.isAllowed)} ${name}: ${missing.reason}; to enable: ${missing.enable}`,
    ),
    ...inside.map(
      ({ task, skipped }) =>
        `${state()} ${skipped} in ${task.name}: by the suite itself (test.skip or test.only)`,
    ),
  ];
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n');
}
