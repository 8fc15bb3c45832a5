import { execFileSync } from 'node:child_process';
import { reach, readImports } from './graph.ts';
import type { ImportGraph } from './graph.ts';
import { usedByAll } from './opened.ts';
import type { TaskRecord } from './records.ts';
import type { Task } from './types.ts';

/** A file that changed; `isNewName`: it came or went, so that lists of its folder changed too. */
export type Change = { file: string; isNewName: boolean };

/** A file that was opened by name counts as this many imports: it is less of a suite's own than what that imports. */
const openedSteps = 2;
/** How far a suite is from a change of what all use, or from any change if nothing is known of what it opens. */
const farSteps = 1_000;
/** What the images of the lab are made by, before any suite opens them. */
const imageMakers = /^test\/lab\/(prepare|make-\w+|build-\w+-repo)\.sh$/;

/**
 * What differs between a commit and the files as they are, untracked ones included; null if this clone does not know
 * the commit.
 */
export function changesSince(root: string, commit: string): Change[] | null {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter((part) => part !== '');
  try {
    const told = git('diff', '--name-status', '--no-renames', '-z', `${commit}^{commit}`, '--');
    const tracked = told.flatMap((kind, index) =>
      index % 2 === 0 ? [{ file: told[index + 1] ?? '', isNewName: kind !== 'M' }] : [],
    );
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
    return [...tracked, ...untracked.map((file) => ({ file, isNewName: true }))];
  } catch {
    return null;
  }
}

/** Tells how far a task is from changes: by its imports, and by what it and its programs opened in its last run. */
export class Distances {
  readonly #graph: ImportGraph;
  readonly #records: Readonly<Record<string, TaskRecord>>;

  constructor(root: string, records: Readonly<Record<string, TaskRecord>>) {
    this.#graph = readImports(root);
    this.#records = records;
  }

  /**
   * The number of steps from the task to the nearest of these changes: 0 for the suite itself. Infinite: none can have
   * changed what it does. A suite that was never recorded may be changed by anything, and is far from all.
   */
  of(task: Task, changes: readonly Change[]): number {
    if (changes.length === 0) return Infinity;
    if (task.inputs) return changes.some(({ file }) => task.inputs?.test(file)) ? 1 : Infinity;
    const opened = this.#records[task.name]?.opened;
    const imported = reach(this.#graph, task.file === null ? [] : [task.file]);
    const programs = reach(
      this.#graph,
      (opened ?? []).filter((name) => !name.includes('*')),
    );
    const folders = (opened ?? []).filter((name) => /\*|\/$/.test(name)).map(matcherOf);
    const steps = changes.map((change) =>
      Math.min(
        imported.get(change.file) ?? Infinity,
        openedSteps + (programs.get(change.file) ?? Infinity),
        folders.some((matches) => matches(change)) ? openedSteps : Infinity,
        task.needs.includes('lab') && imageMakers.test(change.file) ? openedSteps : Infinity,
        !opened || usedByAll.test(change.file) ? farSteps : Infinity,
      ),
    );
    return Math.min(...steps);
  }
}

/** `x/` is the list of names in a folder, `x/**` all below it, `*` one name. */
function matcherOf(pattern: string): (change: Change) => boolean {
  if (!pattern.includes('*'))
    return ({ file, isNewName }) => isNewName && file.slice(0, file.lastIndexOf('/') + 1) === pattern;
  const literal = pattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  const source = literal.replaceAll('**', '.+').replace(/(?<!\.)\*/g, '[^/]+');
  // eslint-disable-next-line security/detect-non-literal-regexp -- the pattern is of the project's own records
  const whole = new RegExp(`^${source}$`);
  return ({ file }) => whole.test(file);
}
