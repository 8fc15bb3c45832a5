/**
 * What a test may need beyond Node: `lab` real hosts, the databases, a clock that runs faster, a browser, `strace`,
 * Prometheus, HAProxy, compilers for generated clients, the commits of versions before, or root.
 */
export const needNames = [
  'root',
  'lab',
  'mariadb',
  'galera',
  'release',
  'containers',
  'mongo',
  'faketime',
  'chromium',
  'strace',
  'pdf',
  'prometheus',
  'haproxy',
  'squid',
  'age',
  'jdk',
  'go',
  'python',
  'cargo',
  'history',
] as const;
export type Need = (typeof needNames)[number];

export type Requirements = {
  /** Without these the task is skipped. */
  needs: Need[];
  /** Without these the task runs too, and skips a part of itself. */
  wants: Need[];
  /** The images of the lab that it uses, as test/lab/prepare.sh names them; null: it may use any. */
  images: string[] | null;
};

/**
 * `day`: a person waits for it. `night`: it is exhaustive, and runs when there is time. `rare`: it takes tools that machines
 * seldom have, or an hour, and runs by its name, where it was changed, or with all.
 */
export type Tier = 'day' | 'night' | 'rare';

/** One process to run: a file of uvu tests, or a check (lint, types, …) that counts as one test. */
export type Task = Requirements & {
  /** The path of the suite, with ` (mariadb)` where it runs on that database; `check:types`. */
  name: string;
  kind: 'suite' | 'check';
  /** The suite's path; null for a check. */
  file: string | null;
  tier: Tier;
  timeLimitMs: number;
  argv: string[];
  env: Record<string, string>;
  /** The files that a check reads. */
  inputs?: RegExp;
};

/** The outcome of a task; `output` is shown when something failed. */
export type TaskResult = {
  task: Task;
  passed: number;
  failed: number;
  skipped: number;
  durationMs: number;
  /**
   * Processor time of the task and all that it started, user and system; without control groups only of what it waited
   * for.
   */
  cpuMs: number;
  /** The project's files that it and its programs opened, if that was recorded. */
  opened?: string[];
  output: string;
  /** Why it failed, when that is not in its output. */
  problem?: string;
  /** True: it failed beside other suites and passed alone. */
  unstable?: boolean;
};

/** A need that cannot be met here, with what to do about it. `isAllowed`: even where nothing may be skipped. */
export type Missing = { need: Need; reason: string; enable: string; isAllowed?: boolean };

/** A task, or the part of it, that does not run here. */
export type Skip = { name: string; missing: Missing };
