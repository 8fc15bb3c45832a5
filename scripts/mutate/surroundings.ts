import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { provide, testEnv } from '../tests/needs.ts';
import { interruptSignal, runTask } from '../tests/process.ts';
import type { Missing, Need, Task, TaskResult } from '../tests/types.ts';

export type RunOptions = { root: string; timeLimitMs: number; env?: Record<string, string> };

/** What suites need around them, provided once for a whole run. */
export class Surroundings {
  readonly missing: ReadonlyMap<Need, Missing>;
  readonly signal: AbortSignal;
  readonly #env: NodeJS.ProcessEnv;
  readonly #stop: () => Promise<void>;

  private constructor(
    options: Pick<Surroundings, 'missing' | 'signal'> & { env: NodeJS.ProcessEnv; stop: () => Promise<void> },
  ) {
    this.missing = options.missing;
    this.signal = options.signal;
    this.#env = options.env;
    this.#stop = options.stop;
  }

  /** Starts what `tasks` need as far as this machine can. */
  static async provide(tasks: readonly Task[], root: string): Promise<Surroundings> {
    const signal = interruptSignal();
    const provision = await provide(tasks, root);
    await provision.images?.built();
    const stop = async (): Promise<void> => {
      await Promise.all(provision.services.map((service) => service.stop()));
    };
    const lab = { FLEETMEND_LAB_CACHE: process.env['FLEETMEND_LAB_CACHE'] ?? path.join(root, '.cache/lab') };
    const env = { ...testEnv(root, provision), ...lab };
    return new Surroundings({ missing: provision.missing, signal, env, stop });
  }

  /** Runs a suite in the checkout `root` within a time limit. */
  run(task: Task, { root, timeLimitMs, env = {} }: RunOptions): Promise<TaskResult> {
    const declared = task.images ? { TEST_LAB_IMAGES: task.images.join(' ') } : {};
    const cache = { NODE_COMPILE_CACHE: path.join(root, '.cache/compile') };
    return runTask(
      { ...task, timeLimitMs },
      { root, env: { ...this.#env, ...declared, ...cache, ...env }, signal: this.signal },
    );
  }

  /** Whether all that the task cannot do without is there. */
  suffice(task: Task): boolean {
    return !task.needs.some((need) => this.missing.has(need));
  }

  async stop(): Promise<void> {
    await this.#stop();
  }
}

const cage = ['unshare', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', '--'];
let isCageThere: boolean | undefined;

/**
 * The suite with a process tree of its own, where root may make one: a fault in what signals processes must not end those
 * of this machine. Suites of the lab have theirs already.
 */
export function caged(task: Task): Task {
  isCageThere ??= process.getuid?.() === 0 && spawnSync('unshare', [...cage.slice(1), 'true']).status === 0;
  if (!isCageThere || task.needs.includes('lab')) return task;
  // Pid 1 ignores signals that it does not handle, so the suite is not pid 1.
  return { ...task, argv: [...cage, 'bash', '-c', '"$@"; exit $?', 'cage', ...task.argv] };
}
