import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readImports } from '../tests/graph.ts';
import { readRecords } from '../tests/records.ts';
import type { Task } from '../tests/types.ts';
import { inOrder, mutableFiles } from './choice.ts';
import { Compiler } from './compiler.ts';
import type { Mutant } from './mutants.ts';
import type { MutateOptions } from './options.ts';
import { loadRecordings } from './recording.ts';
import type { State } from './state.ts';
import { findSuites, ofTier, Suites } from './suites.ts';

/** A change that no test can notice; by content, so that it holds wherever in the file the lines are. */
type Equivalent = { file: string; was: string; now: string; reason: string };

const listFile = path.join(import.meta.dirname, 'equivalent.json');

/** Reads `equivalent.json`; throws if an entry lacks something, a reason for example. */
export function readEquivalents(file = listFile): Equivalent[] {
  const entries = JSON.parse(readFileSync(file, 'utf8')) as Partial<Equivalent>[];
  return entries.map(({ file: source = '', was = '', now = '', reason = '' }, index) => {
    const isWhole = [source, was, now, reason].every((text) => text.trim() !== '');
    if (!isWhole) throw new Error(`${file}: entry ${index + 1} needs "file", "was", "now" and "reason"`);
    return { file: source, was, now, reason };
  });
}

function isEquivalent(mutant: Mutant, list: readonly Equivalent[]): boolean {
  return list.some(({ file, was, now }) => file === mutant.file && was === mutant.was && now === mutant.now);
}

/** A fault to try, and the suites that may catch it, in their order. */
export type Step = { mutant: Mutant; tasks: Task[] };

const toldEvery = 20;
export type Say = (line: string) => void;

/** The faults of a run. Those that the compiler refuses, and those known to change nothing, are replaced by others. */
export function chooseMutants(
  root: string,
  options: MutateOptions,
  { state, say }: { state: State; say: Say },
): Mutant[] {
  const equivalents = readEquivalents();
  const compiler = new Compiler(root);
  const compiles = (mutant: Mutant): boolean => {
    const known = state.compiles(mutant.id);
    if (known !== undefined) return known;
    const isTaken = compiler.refusal(mutant) === null;
    state.keepCompiles(mutant.id, isTaken);
    if (isTaken && (chosen.length + 1) % toldEvery === 0)
      say(`${chosen.length + 1} of ${options.count} chosen`);
    return isTaken;
  };
  const chosen: Mutant[] = [];
  for (const mutant of inOrder(root, mutableFiles(root, options.only), options.seed)) {
    if (chosen.length >= options.count) break;
    if (!isEquivalent(mutant, equivalents) && compiles(mutant)) chosen.push(mutant);
  }
  return chosen;
}

export type PlanOptions = MutateOptions & { checkout: string; root: string };

/** Finds for each fault the suites that execute its line; suites of the day before those of the night. */
export function plan(
  mutants: readonly Mutant[],
  { checkout, root, tier }: PlanOptions,
): { steps: Step[]; unrecorded: string[] } {
  const tasks = ofTier(findSuites(root), tier);
  const recordings = loadRecordings(checkout);
  const suites = new Suites({
    root,
    tasks,
    recordings,
    imports: readImports(root),
    records: readRecords(checkout),
  });
  const steps = mutants.map((mutant) => {
    const ranked = suites.of(mutant).map(({ task }) => task);
    const of = (wanted: Task['tier']): Task[] => ranked.filter((task) => task.tier === wanted);
    return { mutant, tasks: [...of('day'), ...of('night')] };
  });
  return { steps, unrecorded: suites.unrecorded };
}
