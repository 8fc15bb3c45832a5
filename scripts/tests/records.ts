import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openedOf } from './opened.ts';
import type { Task, TaskResult } from './types.ts';

/** What is known of a task from its last run. */
export type TaskRecord = {
  /** How long it took beside others. */
  ms: number;
  /** Its processor time and that of all that it started. */
  cpuMs: number;
  /** When it last passed, and the commit that was checked out: what came after may have broken it. */
  green?: { day: string; commit: string };
  /**
   * Files of the project that it and its programs opened and that its imports do not lead to. `x/` is the list of the
   * names in a folder, `x/**` all that lies in it. Absent: never recorded.
   */
  opened?: string[];
};
export type Records = Record<string, TaskRecord>;

/** Of this checkout's own runs, newer than the kept ones. */
const ownFile = '.cache/test-records.json';
/** In the tree, for fresh clones. */
const keptFile = 'scripts/tests/records.json';

/** What is known of each task: from runs of this checkout, else from what the tree keeps. */
export function readRecords(root: string): Records {
  return { ...readKept(root), ...read(path.join(root, ownFile)) };
}

/** What the tree keeps. */
export function readKept(root: string): Records {
  return read(path.join(root, keptFile));
}

function read(file: string): Records {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Records;
  } catch {
    return {};
  }
}

/** Writes down what a run has shown, in `.cache`: a run leaves the tree as it was. */
export function saveRecords(root: string, results: readonly TaskResult[]): void {
  const records = readRecords(root);
  const now = { day: new Date().toISOString().slice(0, 10), commit: commitOf(root) };
  for (const { task, durationMs, cpuMs, failed, opened } of results) {
    const before = records[task.name];
    const green = failed === 0 ? now : before?.green;
    const files = opened ? openedOf(root, task.file, opened.filter(isOwn(task))) : before?.opened;
    records[task.name] = {
      ms: Math.round(durationMs),
      cpuMs: Math.round(cpuMs),
      ...(green && { green }),
      ...(files && { opened: files }),
    };
  }
  try {
    mkdirSync(path.join(root, '.cache'), { recursive: true });
    writeFileSync(path.join(root, ownFile), JSON.stringify(records));
  } catch {
    // only the order of the next run
  }
}

/** Each manager opens the built UI when it starts; only a browser runs it. */
function isOwn({ needs }: Task): (name: string) => boolean {
  return (name) => needs.includes('chromium') || !/^(web|plugins\/\*\/web)\//.test(name);
}

/**
 * Writes what is known of these tasks into the tree, a line each, for a commit; the days of green runs of the night's
 * alone, because the others run each time. Returns the file's path.
 */
export function keepRecords(root: string, tasks: readonly Task[]): string {
  const records = readRecords(root);
  const lines = tasks.flatMap(({ name, tier }) => {
    const { green, ...record }: Partial<TaskRecord> = records[name] ?? {};
    if (record.ms === undefined) return [];
    const kept = { ...record, ...(tier !== 'day' && green && { green }) };
    return [`${JSON.stringify(name)}: ${JSON.stringify(kept)}`];
  });
  writeFileSync(path.join(root, keptFile), `{\n${lines.sort().join(',\n')}\n}\n`);
  return keptFile;
}

function commitOf(root: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
