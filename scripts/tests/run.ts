import { availableParallelism } from 'node:os';
import path from 'node:path';
import { changesSince } from './change.ts';
import { chooseChanged, chooseDay, chooseWithin, expectedMs, longestFirst } from './choice.ts';
import type { Choice } from './choice.ts';
import { imagesMissing, provide, testEnv } from './needs.ts';
import type { Provision } from './needs.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import { lanesOf, runAgain, runPool } from './pool.ts';
import { interruptSignal, runTask } from './process.ts';
import { keepRecords, readKept, readRecords, saveRecords } from './records.ts';
import { resultLine, summary } from './report.ts';
import { findTasks } from './tasks.ts';
import type { Skip, Task, TaskResult } from './types.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs the tests of the whole project, or those that `args` names, and returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if ('answer' in options) return say(options.answer, options.code);
  if (options.isKeep) return keep();
  const tasks = findTasks(root, options.patterns);
  if (tasks.length === 0) return say('no suite or check has such a name\n0 passed, 1 failed', 1);
  const choice = choose(tasks, options);
  if (typeof choice === 'string') return say(`${choice}\n0 passed, 1 failed`, 1);
  if (options.isList) return say(choice.chosen.map((task) => task.name).join('\n'), 0);
  if (choice.chosen.length === 0) return say('nothing that a suite or check reads has changed', 0);
  return runAll(choice, options);
}

/** Writes what is known of all tasks into the tree. */
function keep(): number {
  return say(`written: ${keepRecords(root, findTasks(root, []))}`, 0);
}

/** The tasks to run; a text where the options cannot be followed. */
function choose(tasks: Task[], { patterns, isAll, changedSince, budgetMs }: Options): Choice | string {
  const records = readRecords(root);
  if (changedSince !== null) {
    const changes = changesSince(root, changedSince);
    if (!changes) return `git knows no commit ${changedSince}`;
    return chooseChanged(root, { tasks, records, changes });
  }
  if (budgetMs !== null) return chooseWithin(root, { tasks, records, budgetMs, lanes });
  if (isAll || patterns.length > 0) return { chosen: longestFirst(tasks, records), leftOut: [] };
  return chooseDay(tasks, records);
}

const lanes = lanesOf(availableParallelism());

async function runAll({ chosen, leftOut }: Choice, options: Options): Promise<number> {
  const startedAt = performance.now();
  const interrupted = interruptSignal();
  const provision = await provide(chosen, root);
  try {
    const skips = findSkips(chosen, provision);
    const runnable = chosen.filter((task) => !task.needs.some((need) => provision.missing.has(need)));
    const env = testEnv(root, provision);
    const runOne = async (task: Task): Promise<TaskResult> => {
      const declared = task.images ? { TEST_LAB_IMAGES: task.images.join(' ') } : {};
      const own = { ...env, ...declared };
      const records = options.isRecord && !task.needs.includes('strace');
      const result = await runTask(task, { root, env: own, signal: interrupted, records });
      if (!interrupted.aborted) say(resultLine(result), 0);
      return result;
    };
    const late = new Set<Task>();
    const isLate = lateness(options, startedAt);
    const first = await runPool(runnable, {
      processors: availableParallelism(),
      runOne,
      signal: interrupted,
      isLate: (task) => isLate(task) && Boolean(late.add(task)),
      ...(provision.images && { gate: provision.images.gate }),
    });
    const lost = runnable.filter((task) => provision.images?.gate.state(task) === 'gone');
    skips.push(...lost.map(({ name }) => ({ name, missing: imagesMissing })));
    const results = await runAgain(first, async ({ task }) => {
      say(`again, alone: ${task.name}`, 0);
      return runOne(task);
    });
    saveRecords(root, results);
    const { text, failed } = summary({
      results,
      skips,
      leftOut: [...leftOut, ...late],
      kept: readKept(root),
      noSkip: options.isStrict,
      totalMs: performance.now() - startedAt,
    });
    const unfinished = runnable.length - results.length - late.size;
    if (interrupted.aborted) say(`\ninterrupted: ${unfinished} were not run to their end`, 130);
    return say(text, interrupted.aborted ? 130 : failed > 0 ? 1 : 0);
  } finally {
    await Promise.all(provision.services.map((service) => service.stop()));
  }
}

/** Tells of a suite of the night whether it would probably end after the budget. */
function lateness({ budgetMs }: Options, startedAt: number): (task: Task) => boolean {
  const records = readRecords(root);
  return (task) => {
    if (budgetMs === null || task.tier === 'day') return false;
    return performance.now() - startedAt + expectedMs(task, records) > budgetMs;
  };
}

function findSkips(tasks: Task[], { missing }: Provision): Skip[] {
  return tasks.flatMap((task) => {
    const blocking = task.needs.map((need) => missing.get(need)).find((entry) => entry !== undefined);
    if (blocking) return [{ name: task.name, missing: blocking }];
    const partly = task.wants.map((need) => missing.get(need)).filter((entry) => entry !== undefined);
    return partly.map((entry) => ({ name: `${task.name} (its part with ${entry.need})`, missing: entry }));
  });
}

function say(text: string, code: number): number {
  process.stdout.write(`${text}\n`);
  return code;
}
