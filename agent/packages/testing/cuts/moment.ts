import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
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

/** How many steps of each kind an undisturbed transaction has. */
export type StepCounts = Record<keyof CutSubject['steps'], number>;

const tickMs = 1;

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

function watcher(subject: CutSubject, files: JobFiles, cut: Cut, counts: StepCounts): () => boolean {
  if (cut.phase === 'download') return () => hasBegun(files, /^download.*\.claim$/);
  const kind = cut.phase === 'repair' ? 'unpack' : cut.phase;
  const counter = new StepCounter(path.join(files.root, subject.log), subject.steps[kind]);
  const wanted = 1 + Math.floor(cut.share * counts[kind]);
  return () => counter.count() >= wanted;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
