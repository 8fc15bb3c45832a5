import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reach } from '../tests/graph.ts';
import type { ImportGraph } from '../tests/graph.ts';
import type { Records } from '../tests/records.ts';
import { findTasks } from '../tests/tasks.ts';
import type { Task } from '../tests/types.ts';
import { hasLine } from './lines.ts';
import type { Mutant } from './mutants.ts';
import type { Tier } from './options.ts';
import { hashOf } from './recording.ts';
import type { Recording } from './recording.ts';

/** A suite that a fault may turn red. */
export type Choice = {
  task: Task;
  /** Whether a recording says that it executes the line; else it only may. */
  isCertain: boolean;
};

/** A suite one folder farther away must be so much cheaper to go first. */
const folderMs = 15_000;
const unknownMs = 10_000;
/** A suite that repeats on MariaDB what it does on SQLite seldom finds more. */
const otherDatabaseMs = 4 * folderMs;

/** The suites of a checkout; checks of the sources run nothing. */
export function findSuites(root: string, patterns: string[] = []): Task[] {
  return findTasks(root, patterns).filter(({ kind }) => kind === 'suite');
}

/** Those that may run in a tier: `all` is everything. */
export const ofTier = (tasks: Task[], tier: Tier): Task[] =>
  tier === 'all' ? tasks : tasks.filter((task) => task.tier === 'day');

export type SuitesOptions = {
  root: string;
  tasks: readonly Task[];
  recordings: ReadonlyMap<string, Recording>;
  imports: ImportGraph;
  /** How long suites take where no recording has it, and which programs they start. */
  records: Records;
};

/** Knows which suites execute a line. */
export class Suites {
  readonly #options: SuitesOptions;
  readonly #hashes = new Map<string, string>();
  readonly #perhaps = new Map<string, ReadonlySet<string>>();

  constructor(options: SuitesOptions) {
    this.#options = options;
  }

  /** Suites that have no recording, or were edited since: those may execute whatever they lead to. */
  get unrecorded(): string[] {
    return this.#options.tasks.filter((task) => !this.#recordingOf(task)).map(({ name }) => name);
  }

  /**
   * The suites that execute the line of the fault, the nearest first; behind them those that may: they or the file were
   * edited since the recording, or a process of theirs was killed and could not tell what it executed.
   */
  of(mutant: Pick<Mutant, 'file' | 'line'>): Choice[] {
    const choices = this.#options.tasks.flatMap((task): Choice[] => {
      if (this.#executes(task, mutant)) return [{ task, isCertain: true }];
      return this.#perhapsOf(task).has(mutant.file) ? [{ task, isCertain: false }] : [];
    });
    const rank = ({ task, isCertain }: Choice): number =>
      (isCertain ? 0 : 1e12) + folderMs * distance(mutant.file, task.file ?? '') + this.#expectedMs(task);
    return choices
      .map((choice) => ({ choice, rank: rank(choice) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ choice }) => choice);
  }

  #executes(suite: Task, { file, line }: Pick<Mutant, 'file' | 'line'>): boolean {
    const recorded = this.#recordingOf(suite)?.files[file];
    return recorded !== undefined && recorded.hash === this.#hash(file) && hasLine(recorded.lines, line);
  }

  #perhapsOf(task: Task): ReadonlySet<string> {
    const known = this.#perhaps.get(task.name) ?? this.#findPerhaps(task);
    this.#perhaps.set(task.name, known);
    return known;
  }

  #findPerhaps(task: Task): ReadonlySet<string> {
    const recording = this.#recordingOf(task);
    const leadsTo = this.#leadsTo(task);
    if (!recording) return leadsTo;
    const edited = Object.entries(recording.files).filter(([file, { hash }]) => hash !== this.#hash(file));
    // Agents in hosts are mostly ended by a kill or a power cut.
    const all = task.needs.includes('lab') ? [...leadsTo] : [];
    const programs = all.filter((file) => /^agent\/(main|packages\/testing\/labDriver)\.ts$/.test(file));
    const lost = reach(this.#options.imports, [...recording.lost, ...programs]);
    return new Set([...edited.map(([file]) => file), ...lost.keys()]);
  }

  /** All sources that the suite imports, or a program that it starts. */
  #leadsTo({ name, file }: Task): ReadonlySet<string> {
    const { imports, records } = this.#options;
    return new Set(reach(imports, [file ?? '', ...(records[name]?.opened ?? [])]).keys());
  }

  #recordingOf({ name, file }: Task): Recording | undefined {
    const recording = this.#options.recordings.get(name);
    return recording?.hash === this.#hash(file ?? '') ? recording : undefined;
  }

  #expectedMs({ name, env }: Task): number {
    const { recordings, records } = this.#options;
    const onceMs = recordings.get(name)?.durationMs ?? records[name]?.ms ?? unknownMs;
    return onceMs + (env['TEST_DIALECT'] === 'mariadb' ? otherDatabaseMs : 0);
  }

  #hash(file: string): string {
    const known = this.#hashes.get(file) ?? hashOf(textOf(path.join(this.#options.root, file)));
    this.#hashes.set(file, known);
    return known;
  }
}

/** Folders between a source and a suite; less than none for a suite that has the source's name. */
export function distance(file: string, suite: string): number {
  const stem = (name: string): string => path.basename(name).split('.')[0] ?? '';
  const [from, to] = [path.dirname(file).split('/'), path.dirname(suite).split('/')];
  const differing = from.findIndex((name, index) => name !== to[index]);
  const shared = differing < 0 ? from.length : differing;
  const folders = from.length - shared + (to.length - shared);
  return folders === 0 && stem(file) === stem(suite) ? -1 : folders;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // removed since
  }
}
