import type { Task, TaskResult } from '../tests/types.ts';
import type { Mutant } from './mutants.ts';
import { caged } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';
import { findSuites } from './suites.ts';
import type { Tree } from './tree.ts';
import type { Bench } from './trial.ts';

/** A copy of the checkout in which one fault after the other is tried. */
export class Lane implements Bench {
  readonly control: Bench['control'];
  readonly #tree: Tree;
  readonly #surroundings: Surroundings;
  /** The suites of this copy by name. */
  readonly #tasks: ReadonlyMap<string, Task>;

  constructor(tree: Tree, surroundings: Surroundings, control: Bench['control']) {
    this.control = control;
    this.#tree = tree;
    this.#surroundings = surroundings;
    this.#tasks = new Map(findSuites(tree.root).map((task) => [task.name, caged(task)]));
  }

  get signal(): AbortSignal {
    return this.#surroundings.signal;
  }

  run(
    task: Task,
    { mutant, timeLimitMs }: { mutant: Mutant | null; timeLimitMs: number },
  ): Promise<TaskResult> {
    const own = this.#tasks.get(task.name) ?? task;
    const go = (): Promise<TaskResult> => this.#surroundings.run(own, { root: this.#tree.root, timeLimitMs });
    return mutant ? this.#tree.withFault(mutant, go) : go();
  }

  hash({ file }: Task): string {
    return this.#tree.hash(file ?? '');
  }
}
