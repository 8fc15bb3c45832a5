import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findTasks } from '../testRunnerTasks.ts';
import type { Task } from '../testRunnerTypes.ts';

const headerLines = 10;

/** The suites of a checkout; checks of the sources run nothing. */
export function findSuites(root: string, patterns: string[] = []): Task[] {
  return findTasks(root, patterns).filter(({ kind }) => kind === 'suite');
}

/** Whether a suite says at its head that it runs at night only. */
export function isNightly(root: string, suite: string): boolean {
  const head = readFileSync(path.join(root, suite), 'utf8').split('\n', headerLines);
  return head.some((line) => line.trim() === '// tier: night');
}

/** Milliseconds that suites took when that was last measured here, else when it was last committed. */
export function knownTimes(root: string): Record<string, number> {
  const files = ['scripts/testTimes.json', '.cache/test-times.json'];
  return Object.assign({}, ...files.map((file) => readTimes(path.join(root, file)))) as Record<
    string,
    number
  >;
}

function readTimes(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
