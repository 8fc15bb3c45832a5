import type { Task, TaskResult } from '../tests/types.ts';
import type { Mutant } from './mutants.ts';
import type { Control, Outcome } from './state.ts';

/** A lane's means to try a fault. */
export type Bench = {
  /** Runs the suite in the lane's copy, with the fault or without it. */
  run: (task: Task, options: { mutant: Mutant | null; timeLimitMs: number }) => Promise<TaskResult>;
  /** What the suite does without a fault, asked for once in a whole run. */
  control: (task: Task, measure: () => Promise<Control>) => Promise<Control>;
  hash: (suite: Task) => string;
  signal: AbortSignal;
};

/** A suite counts as hanging after three times the time that it took without the fault, and this. */
const extraMs = 10_000;
/** How much longer than it says a suite may take without a fault: several lanes share the machine. */
const controlFactor = 2;

/**
 * Runs suites on a fault until one is red, twice in a row: one that only sometimes fails catches nothing. Suites in
 * `before.green` that were not edited since do not run again. Null if it was interrupted.
 */
export async function tryMutant(
  mutant: Mutant,
  suites: readonly Task[],
  { bench, before }: { bench: Bench; before?: Outcome },
): Promise<Outcome | null> {
  const startedAt = performance.now();
  const green: Record<string, string> = { ...before?.green };
  const outcome = (verdict: Outcome['verdict'], by?: string): Outcome => ({
    verdict,
    ...(by !== undefined && { by }),
    durationMs: Math.round((before?.durationMs ?? 0) + performance.now() - startedAt),
    green,
    notRun: 0,
  });
  for (const task of suites) {
    if (green[task.name] === bench.hash(task)) continue;
    const end = await endWith(mutant, task, bench);
    if (bench.signal.aborted) return null;
    if (end === 'red' || end === 'hung')
      return { ...outcome('caught', task.name), ...(end === 'hung' && { hung: true }) };
    if (end === 'green') green[task.name] = bench.hash(task);
  }
  return outcome('survived');
}

type End = 'green' | 'red' | 'hung';

/** How the suite ends with the fault. Null: it is red without it too, so it cannot tell. */
async function endWith(mutant: Mutant, task: Task, bench: Bench): Promise<End | null> {
  const control = await bench.control(task, () => measured(task, bench));
  if (!control.isGreen || bench.signal.aborted) return null;
  const once = async ({ durationMs: withoutMs }: Control): Promise<End> => {
    const timeLimitMs = 3 * withoutMs + extraMs;
    const { failed, durationMs } = await bench.run(task, { mutant, timeLimitMs });
    return failed === 0 ? 'green' : durationMs < timeLimitMs ? 'red' : 'hung';
  };
  const first = await once(control);
  if (first === 'green' || bench.signal.aborted) return first;
  // The machine may be busier now than it was then.
  return once(first === 'hung' ? await measured(task, bench) : control);
}

/** A suite that is red once may have been unlucky. */
async function measured(task: Task, bench: Bench): Promise<Control> {
  const timeLimitMs = controlFactor * task.timeLimitMs;
  const first = await bench.run(task, { mutant: null, timeLimitMs });
  const last = first.failed > 0 ? await bench.run(task, { mutant: null, timeLimitMs }) : first;
  return { isGreen: last.failed === 0, durationMs: Math.round(last.durationMs) };
}
