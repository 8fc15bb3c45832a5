import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Service } from './services.ts';
import type { Requirements } from './types.ts';

/** Whether a task may start: `open` now, `shut` perhaps later, `gone` never. */
export type Gate = {
  state: (task: Requirements) => 'open' | 'shut' | 'gone';
  /** Resolves when some state may have changed. */
  changed: () => Promise<void>;
};

/** The lab's images while they are built: a suite waits for those that it uses, while others run. */
export class LabImages {
  readonly #ready = new Set<string>();
  #isComplete = false;
  #hasEnded = false;
  #change = Promise.withResolvers<void>();

  /** Takes a line of `test/lab/prepare.sh --tell`; answers whether it was a message to this class. */
  take(line: string): boolean {
    const name = /^ready (\S+)$/.exec(line)?.[1];
    if (name === undefined) return line === 'checked';
    this.#ready.add(name);
    this.#announce();
    return true;
  }

  /** Call it when nothing more will be built. */
  end(isComplete: boolean): void {
    this.#hasEnded = true;
    this.#isComplete = isComplete;
    this.#announce();
  }

  /** Resolves once nothing more is built, with whether all images are there. */
  async built(): Promise<boolean> {
    while (!this.#hasEnded) await this.#change.promise;
    return this.#isComplete;
  }

  readonly gate: Gate = {
    state: ({ needs, images }) => {
      if (!needs.includes('lab')) return 'open';
      const isThere = images ? images.every((name) => this.#ready.has(name)) : this.#isComplete;
      return isThere ? 'open' : this.#hasEnded ? 'gone' : 'shut';
    },
    changed: () => this.#change.promise,
  };

  #announce(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}

/** All images that these tasks use; an empty list means every image that there is. */
function targetsOf(tasks: readonly Requirements[]): string[] {
  const users = tasks.filter((task) => task.needs.includes('lab'));
  return users.some(({ images }) => images === null)
    ? []
    : [...new Set(users.flatMap(({ images }) => images ?? []))];
}

/**
 * Starts building, in the background, the missing images that `tasks` use; resolves once it is known which are there.
 * The builder's own output is the progress.
 */
export async function buildImages(
  root: string,
  tasks: readonly Requirements[],
): Promise<{ images: LabImages; service: Service }> {
  const images = new LabImages();
  // A process group of its own, so that it can be killed as a whole.
  const child = spawn(path.join(root, 'test/lab/prepare.sh'), ['--tell', ...targetsOf(tasks)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = Promise.withResolvers<void>();
  const checked = Promise.withResolvers<void>();
  const end = (isComplete: boolean): void => {
    images.end(isComplete);
    exited.resolve();
    checked.resolve();
  };
  child.once('error', () => end(false));
  const lines = createInterface(child.stdout).on('line', (line) => {
    if (!images.take(line)) console.log(line);
    if (line === 'checked') checked.resolve();
  });
  // On `close`: its last lines are taken before its end is.
  child.once('close', (code) => {
    lines.close();
    end(code === 0);
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid)
      process.kill(-child.pid, 'SIGKILL');
    await exited.promise;
  };
  await checked.promise;
  return { images, service: { name: 'lab images', stop } };
}
