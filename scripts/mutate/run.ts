import type { Task, TaskResult } from '../tests/types.ts';
import type { MutateOptions } from './options.ts';
import { chooseMutants, plan } from './plan.ts';
import type { Say, Step } from './plan.ts';
import { changeText, progressLine, summary } from './report.ts';
import type { Row } from './report.ts';
import { State } from './state.ts';
import type { Control } from './state.ts';
import { Surroundings, caged } from './surroundings.ts';
import { Tree } from './tree.ts';
import { tryMutant, type Bench } from './trial.ts';
import type { Mutant } from './mutants.ts';
import { findSuites } from './suites.ts';

/** A copy of the checkout in which one fault after the other is tried. */
class Lane implements Bench {
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

/** Names the faults that a run would plant. */
export function list(root: string, options: MutateOptions, say: Say): void {
  const state = new State(root, options.seed);
  for (const mutant of chooseMutants(root, options, { state, say: () => undefined }))
    say(`${mutant.kind.padEnd(9)} ${changeText(mutant)}`);
}

/** Plants the faults that are still to be tried, and sums up all of the run. Returns the exit code. */
export async function run(checkout: string, options: MutateOptions, say: Say): Promise<number> {
  say('copying the checkout and choosing faults that compile ...');
  const { first, trees, fingerprint } = Tree.copies(checkout, options.lanes);
  const state = new State(checkout, options.seed);
  state.setSources(fingerprint);
  const mutants = chooseMutants(first.root, options, { state, say });
  const { steps, unrecorded } = plan(mutants, { ...options, checkout, root: first.root });
  if (unrecorded.length > 0) say(unrecordedText(unrecorded.length));
  const firsts = steps.flatMap(({ tasks }) => tasks.slice(0, options.most));
  const tasks = new Map(firsts.map((task) => [task.name, task]));
  say(`${steps.length} faults are chosen; starting what ${tasks.size} suites need ...`);
  const surroundings = await Surroundings.provide([...tasks.values()], checkout);
  try {
    for (const { need, reason, enable } of surroundings.missing.values())
      say(`without ${need} some suites do not run: ${reason}; to enable: ${enable}`);
    for (const tree of trees) tree.takeWeb(checkout);
    const session = new Session({
      steps,
      options,
      state,
      surroundings,
      hash: (suite) => first.hash(suite),
      say,
    });
    await Promise.all(trees.map((tree) => session.work(tree)));
    const notes = state.redControls.map((suite) => `${suite} is red without any fault: it caught nothing`);
    say(summary(session.rows(), notes));
    return surroundings.signal.aborted ? 130 : 0;
  } finally {
    await surroundings.stop();
  }
}

function unrecordedText(count: number): string {
  return (
    `${count} suites have no recording, or were edited since it was made: they count as executing all that they ` +
    'lead to, and run last. To record them: npm run mutate -- --record'
  );
}

type SessionOptions = {
  steps: readonly Step[];
  options: MutateOptions;
  state: State;
  surroundings: Surroundings;
  /** Of the text of a suite. */
  hash: (suite: string) => string;
  say: Say;
};

/** The faults of one run, tried in several lanes. */
class Session {
  readonly #the: SessionOptions;
  readonly #waiting: Step[];
  readonly #controls = new Map<string, Promise<Control>>();

  constructor(options: SessionOptions) {
    this.#the = options;
    this.#waiting = options.steps.filter((step) => this.#isOpen(step));
  }

  /** Tries one fault after the other in this copy until none is left. */
  async work(tree: Tree): Promise<void> {
    const { surroundings, state, options, steps, say } = this.#the;
    const lane = new Lane(tree, surroundings, (task, measure) => this.#control(task, measure));
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      const tasks = this.#tasksOf(step);
      const { id } = step.mutant;
      const before = options.again ? undefined : state.outcome(id);
      const outcome = await tryMutant(step.mutant, tasks, { bench: lane, before });
      if (!outcome) return;
      state.keep(id, {
        ...outcome,
        notRun: outcome.verdict === 'survived' ? step.tasks.length - tasks.length : 0,
      });
      say(progressLine(this.#row(step), `[${steps.indexOf(step) + 1}/${steps.length}]`));
    }
  }

  rows(): Row[] {
    return this.#the.steps.map((step) => this.#row(step));
  }

  #row({ mutant, tasks }: Step): Row {
    const outcome = this.#the.state.outcome(mutant.id);
    const isCaught = outcome?.verdict === 'caught' && tasks.some(({ name }) => name === outcome.by);
    return { mutant, outcome, isCaught, isExecuted: isCaught || tasks.length > 0 };
  }

  /** Suites that may run: what lacks something here, or is one too many, does not. */
  #tasksOf({ tasks }: Step): Task[] {
    return tasks.slice(0, this.#the.options.most).filter((task) => this.#the.surroundings.suffice(task));
  }

  #isOpen(step: Step): boolean {
    const { state, options } = this.#the;
    const outcome = state.outcome(step.mutant.id);
    if (outcome?.verdict === 'caught') return false;
    const isNew = ({ name }: Task): boolean => outcome?.green[name] !== this.#the.hash(name);
    return options.again || this.#tasksOf(step).some(isNew);
  }

  /** One measurement for all lanes, kept for as long as the sources stay the same. */
  #control(task: Task, measure: () => Promise<Control>): Promise<Control> {
    const { state, surroundings } = this.#the;
    const known = state.control(task.name);
    if (known) return Promise.resolve(known);
    const running =
      this.#controls.get(task.name) ??
      measure().then((control) => {
        if (!surroundings.signal.aborted) state.keepControl(task.name, control);
        return control;
      });
    this.#controls.set(task.name, running);
    return running;
  }
}
