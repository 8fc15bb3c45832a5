import type { Dirent } from 'node:fs';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CutSubject, Phase } from './subjects.ts';

/** When to cut the power: `share` tells at which of the phase's steps, and `delayMs` how long after it. */
export interface Cut {
  number: number;
  phase: Phase;
  /** 0 to 1. */
  share: number;
  delayMs: number;
}

/** Where to see a job's files on a host, from outside. */
export interface JobFiles {
  /** The host's root folder, as this process sees it. */
  root: string;
  /** The job's folder in the host. */
  journal: string;
}

/** The number of steps of each kind in an undisturbed transaction, and of packages that it fetches. */
export type StepCounts = Record<keyof CutSubject['steps'] | 'download', number>;

/** Interval between looks at the host: while a step runs, and before. */
const tickMs = 1;
const idleMs = 10;

/**
 * Counts matching lines of a growing log from its present end on. Opens it anew each time: a write may copy the file
 * up.
 */
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

/** Counts how often a job's state was written; it is replaced as a whole each time. Look often: it counts changes. */
export class WriteCounter {
  readonly #file: string;
  #last = '';
  #count = 0;

  constructor({ root, journal }: JobFiles) {
    this.#file = path.join(root, journal, 'state.json');
  }

  count(): number {
    const found = statSync(this.#file, { throwIfNoEntry: false });
    const mark = found ? `${found.ino} ${found.mtimeMs}` : '';
    if (mark !== this.#last) this.#count += 1;
    this.#last = mark;
    return this.#count;
  }
}

/** Resolves when the moment has come, or when `ended` resolves. */
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

/** Resolves `delayMs` after a repair of the job has begun, or when `ended` resolves. */
export async function untilRepair(files: JobFiles, delayMs: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  while (!over && !hasBegun(files, /^repair.*\.claim$/)) await sleep(tickMs);
  if (!over) await Promise.race([sleep(delayMs), ended]);
}

/** Whether the job's folder has a file whose name matches. */
export function hasBegun({ root, journal }: JobFiles, name: RegExp): boolean {
  try {
    return readdirSync(path.join(root, journal)).some((file) => name.test(file));
  } catch {
    return false;
  }
}

/** Whether the job has recorded that it starts this step: from then on it must treat the step as begun. */
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
  // Every second cut comes in the large file, which takes a while on its own.
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

/** How many packages are in a cache; a missing folder has none. */
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

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
