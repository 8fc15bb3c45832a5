/** Shared by the suites of the test runner. */
import type { Task, TaskResult } from './testRunnerTypes.ts';

/** What a suite's script begins with. */
export const head =
  "import { suite } from 'uvu'; import * as assert from 'uvu/assert'; const test = suite('s');";

export function task(script: string, changes: Partial<Task> = {}): Task {
  const argv = [process.execPath, '--input-type=module', '-e', head + script];
  const none = { needs: [], wants: [], images: null, env: {} };
  const suite = { name: 'x.test.ts', file: 'x.test.ts', kind: 'suite', tier: 'day' } as const;
  return { ...suite, ...none, timeLimitMs: 20_000, argv, ...changes };
}

export function result(name: string, failed: number, kind: Task['kind'] = 'suite'): TaskResult {
  const passed = failed > 0 ? 0 : 1;
  return { task: task('', { name, kind }), passed, failed, skipped: 0, durationMs: 1, cpuMs: 1, output: '' };
}
