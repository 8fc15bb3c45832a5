import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runPool } from '../tests/pool.ts';
import { resultLine } from '../tests/report.ts';
import type { Task, TaskResult } from '../tests/types.ts';
import type { MutateOptions } from './options.ts';
import { hashOf, saveRecording } from './recording.ts';
import { hostsFolder, reduced } from './reduction.ts';
import { Surroundings } from './surroundings.ts';
import { findSuites, ofTier } from './suites.ts';

/** Counting costs time. */
const timeLimitFactor = 2;
const note = pathToFileURL(path.join(import.meta.dirname, 'begun.mjs')).href;

/** Runs the suites of the tier whose name contains one of `patterns` and keeps which lines they execute. Returns the exit code. */
export async function record(
  root: string,
  { patterns, tier }: Pick<MutateOptions, 'patterns' | 'tier'>,
  say: (line: string) => void,
): Promise<number> {
  const tasks = ofTier(findSuites(root, patterns), tier);
  if (tasks.length === 0) throw new Error('no suite has such a name');
  const surroundings = await Surroundings.provide(tasks, root);
  try {
    const runnable = tasks.filter((task) => surroundings.suffice(task));
    for (const { reason, enable, need } of surroundings.missing.values())
      say(`without ${need} some suites are not recorded: ${reason}; to enable: ${enable}`);
    const results = await runPool(runnable, {
      processors: availableParallelism(),
      runOne: async (task) => {
        const result = await recordOne(task, { root, surroundings });
        if (!surroundings.signal.aborted) say(resultLine(result));
        return result;
      },
      signal: surroundings.signal,
    });
    const recorded = results.filter(({ failed }) => failed === 0).length;
    say(`${recorded} suites recorded, ${tasks.length - recorded} not`);
    return recorded === tasks.length ? 0 : 1;
  } finally {
    await surroundings.stop();
  }
}

type RecordOptions = { root: string; surroundings: Surroundings };

/** A suite that fails keeps its former recording. */
async function recordOne(task: Task, { root, surroundings }: RecordOptions): Promise<TaskResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-coverage-'));
  try {
    mkdirSync(path.join(folder, hostsFolder));
    const hash = hashOf(readFileSync(path.join(root, task.file ?? ''), 'utf8'));
    const env = {
      NODE_V8_COVERAGE: folder,
      NODE_OPTIONS: `--import=${note}`,
      // V8 counts too little of code that comes from the cache.
      NODE_DISABLE_COMPILE_CACHE: '1',
    };
    const result = await surroundings.run(task, {
      root,
      timeLimitMs: timeLimitFactor * task.timeLimitMs,
      env,
    });
    const durationMs = Math.round(result.durationMs);
    if (result.failed === 0)
      saveRecording(root, { suite: task.name, hash, durationMs, ...reduced(root, folder) });
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
