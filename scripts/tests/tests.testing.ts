/** Shared by the suites of the test runner. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sourceFolders } from './graph.ts';
import type { Task, TaskResult } from './types.ts';

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

/** A project with one commit of these files; the test removes its folder. */
export function repository(files: Record<string, string>): {
  folder: string;
  git: (...args: string[]) => string;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-repository-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  for (const name of sourceFolders) mkdirSync(path.join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  return { folder, git };
}
