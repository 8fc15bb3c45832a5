import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, writeWhole } from './recording.ts';

/** What is known of one fault. */
export type Outcome = {
  verdict: 'caught' | 'survived';
  /** The suite that caught it. */
  by?: string;
  /** It did not end in time, and failed no test before. */
  hung?: boolean;
  durationMs: number;
  /** Suites that stayed green, with the hash of each one's text: a suite that is edited runs again. */
  green: Record<string, string>;
  /** Suites that execute the line and have not run, for want of a service or because of `--most`. */
  notRun: number;
};

/** Whether a suite is green without a fault, and how long that took. */
export type Control = { isGreen: boolean; durationMs: number };

type Content = {
  /** Whether the compiler takes a fault, by the fault's id. */
  compiles: Record<string, boolean>;
  /** By the fault's id. */
  outcomes: Record<string, Outcome>;
  /** Of the sources for which `controls` hold. */
  fingerprint: string;
  controls: Record<string, Control>;
};

/** The results of the runs with one seed; each is on disk as soon as it is there. */
export class State {
  readonly file: string;
  readonly #content: Content;

  /** Reads the file of the seed, if there is one. */
  constructor(root: string, seed: number) {
    this.file = path.join(cacheFolder(root), `${seed}.json`);
    this.#content = readContent(this.file) ?? { compiles: {}, outcomes: {}, fingerprint: '', controls: {} };
  }

  /** Forgets how suites were without a fault unless that was with these very sources. */
  setSources(fingerprint: string): void {
    if (this.#content.fingerprint === fingerprint) return;
    this.#content.fingerprint = fingerprint;
    this.#content.controls = {};
  }

  compiles(id: string): boolean | undefined {
    return this.#content.compiles[id];
  }

  keepCompiles(id: string, compiles: boolean): void {
    this.#content.compiles[id] = compiles;
    this.#save();
  }

  outcome(id: string): Outcome | undefined {
    return this.#content.outcomes[id];
  }

  keep(id: string, outcome: Outcome): void {
    this.#content.outcomes[id] = outcome;
    this.#save();
  }

  control(suite: string): Control | undefined {
    return this.#content.controls[suite];
  }

  /** Suites that were red without a fault. */
  get redControls(): string[] {
    return Object.entries(this.#content.controls).flatMap(([suite, { isGreen }]) => (isGreen ? [] : [suite]));
  }

  keepControl(suite: string, control: Control): void {
    this.#content.controls[suite] = control;
    this.#save();
  }

  #save(): void {
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeWhole(this.file, JSON.stringify(this.#content, null, 1));
  }
}

function readContent(file: string): Content | null {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    return JSON.parse(text) as Content;
  } catch {
    throw new Error(`${file} is no JSON: remove it to begin anew`);
  }
}
