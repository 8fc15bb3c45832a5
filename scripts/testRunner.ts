import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runAgain } from './testRunnerAgain.ts';
import { imagesMissing, provide } from './testRunnerNeeds.ts';
import type { Provision } from './testRunnerNeeds.ts';
import { runPool } from './testRunnerPool.ts';
import { killAll, runTask } from './testRunnerProcess.ts';
import { resultLine, summary } from './testRunnerReport.ts';
import { defaultTimeLimitMs, findTasks } from './testRunnerTasks.ts';
import type { Skip, Task, TaskResult } from './testRunnerTypes.ts';

const usage = `npm test [-- PATTERN...] [--no-skip] [--list]
  PATTERN    only suites and checks whose name contains one of these (check:eslint, server/kernel, .lab.)
  --no-skip  what cannot run here counts as failed (also with CI=true)
  --list     names them and runs nothing`;

const root = path.resolve(import.meta.dirname, '..');
const timesFile = path.join(root, '.cache/test-times.json');
/**
 * Times of a whole run on two processors, for the first run of a clone; copy .cache/test-times.json here to renew it.
 */
const knownTimesFile = path.join(import.meta.dirname, 'testTimes.json');
/**
 * Node's compile cache: every suite starts many processes of the same sources, and each source is compiled and stripped
 * of its types once.
 */
const compileCache = path.join(root, '.cache/compile');
/** Variables hidden from tests: a person's settings must never lead a test to that person's data. */
const hiddenVariables = /^(DATABASE_URL|MONGODB_URL|FLEETMEND_(?!LAB_CACHE$).*)$/;

/** Runs the tests of the whole project, or those that `args` names, and returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const flags = new Set(args.filter((arg) => arg.startsWith('-')));
  if (flags.has('--help')) return say(usage, 0);
  const unknown = [...flags].find((flag) => !['--no-skip', '--list'].includes(flag));
  if (unknown) return say(`unknown option ${unknown}\n${usage}`, 1);
  const tasks = findTasks(
    root,
    args.filter((arg) => !arg.startsWith('-')),
  );
  if (flags.has('--list')) return say(tasks.map((task) => task.name).join('\n'), 0);
  if (tasks.length === 0) return say('no suite or check has such a name\n0 passed, 1 failed', 1);
  const noSkip = flags.has('--no-skip') || process.env['CI'] === 'true';
  return runAll(tasks, noSkip);
}

async function runAll(tasks: Task[], noSkip: boolean): Promise<number> {
  const startedAt = performance.now();
  const interrupted = interruptSignal();
  const provision = await provide(tasks, root);
  try {
    const skips = findSkips(tasks, provision);
    const runnable = tasks.filter((task) => !task.needs.some((need) => provision.missing.has(need)));
    const env = testEnv(provision);
    const runOne = async (task: Task): Promise<TaskResult> => {
      const declared = task.images ? { TEST_LAB_IMAGES: task.images.join(' ') } : {};
      const result = await runTask(task, { root, env: { ...env, ...declared }, signal: interrupted });
      if (!interrupted.aborted) say(resultLine(result), 0);
      return result;
    };
    const first = await runPool(longestFirst(runnable), {
      processors: availableParallelism(),
      runOne,
      signal: interrupted,
      ...(provision.images && { gate: provision.images.gate }),
    });
    const lost = runnable.filter((task) => provision.images?.gate.state(task) === 'gone');
    skips.push(...lost.map(({ name }) => ({ name, missing: imagesMissing })));
    const results = await runAgain(first, async ({ task }) => {
      say(`again, alone: ${task.name}`, 0);
      return runOne(task);
    });
    saveTimes(results);
    const { text, failed } = summary({ results, skips, noSkip, totalMs: performance.now() - startedAt });
    const unfinished = runnable.length - results.length;
    if (interrupted.aborted) say(`\ninterrupted: ${unfinished} were not run to their end`, 130);
    return say(text, interrupted.aborted ? 130 : failed > 0 ? 1 : 0);
  } finally {
    await Promise.all(provision.services.map((service) => service.stop()));
  }
}

function findSkips(tasks: Task[], { missing }: Provision): Skip[] {
  return tasks.flatMap((task) => {
    const blocking = task.needs.map((need) => missing.get(need)).find((entry) => entry !== undefined);
    if (blocking) return [{ name: task.name, missing: blocking }];
    const partly = task.wants.map((need) => missing.get(need)).filter((entry) => entry !== undefined);
    return partly.map((entry) => ({ name: `${task.name} (its part with ${entry.need})`, missing: entry }));
  });
}

function testEnv({ env, missing }: Provision): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !hiddenVariables.test(name));
  const unmet = [...missing.keys()].map((need) => `TEST_${need.toUpperCase()}_URL`);
  const quiet = {
    NODE_ENV: 'test',
    NO_COLOR: '1',
    NODE_COMPILE_CACHE: compileCache,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return { ...Object.fromEntries(kept.filter(([name]) => !unmet.includes(name))), ...quiet, ...env };
}

/** Sorts the longest first: else the last processor would end up waiting for one of them alone. */
function longestFirst(tasks: Task[]): Task[] {
  const times = { ...readTimes(knownTimesFile), ...readTimes() };
  const expectedMs = (task: Task): number => times[task.name] ?? task.takesMs ?? guessMs(task);
  return tasks.toSorted((a, b) => expectedMs(b) - expectedMs(a));
}

/** A guess on a fresh machine: for a suite that says nothing else its own time limit is the best that is known. */
function guessMs({ needs, timeLimitMs }: Task): number {
  return needs.length > 0 || timeLimitMs > defaultTimeLimitMs ? timeLimitMs / 6 : 5_000;
}

function readTimes(file = timesFile): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

function saveTimes(results: TaskResult[]): void {
  const latest = Object.fromEntries(
    results.map(({ task, durationMs }) => [task.name, Math.round(durationMs)]),
  );
  try {
    mkdirSync(path.dirname(timesFile), { recursive: true });
    writeFileSync(timesFile, JSON.stringify({ ...readTimes(), ...latest }, null, 1));
  } catch {
    // only the order of the next run
  }
}

/** Aborts at the first Ctrl-C or SIGTERM, when every running task is killed. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      controller.abort();
      killAll();
    });
  }
  return controller.signal;
}

function say(text: string, code: number): number {
  process.stdout.write(`${text}\n`);
  return code;
}
