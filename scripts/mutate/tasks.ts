import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readRecords } from '../tests/records.ts';
import { findTasks } from '../tests/tasks.ts';
import type { Task } from '../tests/types.ts';

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
  return Object.fromEntries(Object.entries(readRecords(root)).map(([name, { ms }]) => [name, ms]));
}
