import type { Dirent } from 'node:fs';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CutSubject, Phase } from './subjects.ts';

/** When the power goes: at the `share` of the steps of a phase that come, and so much later. */
export interface Cut {
  number: number;
  phase: Phase;
  /** 0 to 1. */
  share: number;
  delayMs: number;
}

/** What a host's files show of a job, from outside. */
export interface JobFiles {
  /** The host's root folder, as this process sees it. */
  root: string;
  /** The job's folder in the host. */
  journal: string;
}

/** How many steps of each kind an undisturbed transaction has, and how many packages it fetches. */
export type StepCounts = Record<keyof CutSubject['steps'] | 'download', number>;

/** Between two looks at the host: while a step runs, and before. */
const tickMs = 1;
const idleMs = 10;

/** Counts the lines of a growing log, from where it stands now; opened anew each time, for a write may copy it up. */
export class StepCounter {
  readonly #file: string;
  readonly #step: RegExp;
  #offset: number;
  #rest = '';
  #count = 0;

  constructor(file: string, step: RegExp) {
    this.#file = file;
    this.#step = step;
    this.#offset = this.#size();
  }

  count(): number {
    const size = this.#size();
    if (size <= this.#offset) return this.#count;
    const bytes = Buffer.alloc(size - this.#offset);
    const file = openSync(this.#file, 'r');
    const read = readSync(file, bytes, 0, bytes.length, this.#offset);
    closeSync(file);
    this.#offset += read;
    const lines = (this.#rest + bytes.toString('latin1', 0, read)).split('\n');
    this.#rest = lines.pop() ?? '';
    this.#count += lines.filter((line) => this.#step.test(line)).length;
    return this.#count;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}

/** Resolves when the moment has come, or `ended` has. */
export async function untilMoment(
  subject: CutSubject,
  files: JobFiles,
  cut: Cut,
  counts: StepCounts,
  ended: Promise<unknown>,
): Promise<void> {
  const reached = watcher(subject, files, cut, counts);
  let over = false;
  void ended.then(() => (over = true));
  const step = cut.phase === 'download' ? /^download.*\.claim$/ : /^transaction\.claim$/;
  while (!over && !hasBegun(files, step)) await sleep(idleMs);
  while (!over && !reached()) await sleep(tickMs);
  if (!over) await Promise.race([sleep(cut.delayMs), ended]);
}

/** Resolves when a repair of the job has begun and `delayMs` have passed, or `ended` has. */
export async function untilRepair(files: JobFiles, delayMs: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  while (!over && !hasBegun(files, /^repair.*\.claim$/)) await sleep(tickMs);
  if (!over) await Promise.race([sleep(delayMs), ended]);
}

/** Whether a step of the job whose name matches has left that file. */
export function hasBegun({ root, journal }: JobFiles, name: RegExp): boolean {
  try {
    return readdirSync(path.join(root, journal)).some((file) => name.test(file));
  } catch {
    return false;
  }
}

/** Whether the job has written down that it starts a step: from then on it has to take the step for begun. */
export function isRecorded({ root, journal }: JobFiles, step: string): boolean {
  const state = path.join(root, journal, 'state.json');
  if (!existsSync(state)) return false;
  return step in (JSON.parse(readFileSync(state, 'utf8')) as { steps: Record<string, unknown> }).steps;
}

function watcher(subject: CutSubject, files: JobFiles, cut: Cut, counts: StepCounts): () => boolean {
  const { phase, number, share } = cut;
  if (phase === 'download') {
    const folder = path.join(files.root, subject.cache);
    const wanted = countPackages(folder) + Math.floor(share * counts.download);
    return () => countPackages(folder) >= wanted;
  }
  // Each second one in the large file, which alone takes a while.
  if (phase === 'unpack' && number % 2 === 0) return () => holds(files, 'opt', /^lab-big(?:;|\.dpkg-new)/);
  const kind = phase === 'repair' ? subject.repairAfter(number) : phase;
  const counter = new StepCounter(path.join(files.root, subject.log), subject.steps[kind]);
  const wanted = 1 + Math.floor(share * counts[kind]);
  const awaited = kind === 'configure' ? subject.script : undefined;
  return () => counter.count() >= wanted && (!awaited || holds(files, 'var/tmp', awaited));
}

function holds({ root }: JobFiles, folder: string, name: RegExp): boolean {
  return readdirSync(path.join(root, folder)).some((one) => name.test(one));
}

/** How many packages lie in a cache; a folder that has gone meanwhile has none. */
function countPackages(folder: string, depth = 3): number {
  if (depth === 0 || folder.endsWith('/partial')) return 0;
  return entriesOf(folder).reduce((count, entry) => {
    if (entry.isDirectory()) return count + countPackages(path.join(folder, entry.name), depth - 1);
    return count + Number(/\.(?:deb|rpm)$/.test(entry.name));
  }, 0);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
