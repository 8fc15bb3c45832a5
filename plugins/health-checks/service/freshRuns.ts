import { guarded } from '../../../server/plugin.ts';
import type { CheckModel } from '../models.ts';
import type { Run } from './run.ts';
import type { Runner } from './runner.ts';

/** Whoever asks a gate waits 10 s at most, and some checks take longer. */
const WAIT_MS = 6_000;
/** What nobody has come for is not fresh any more. */
const FRESH_MS = 60_000;

interface Pending {
  startedMs: number;
  runs: ReadonlyMap<string, Run> | null;
  ended: Promise<void>;
}

export type Runs = ReadonlyMap<string, Run>;

/**
 * Runs for gates. One that has not ended when the gate must answer goes on, and its result is taken the next time; each
 * is taken once. In memory: a manager that has just started runs them again.
 */
export class FreshRuns {
  readonly #runner: Pick<Runner, 'all'>;
  readonly #waitMs: number;
  readonly #pending = new Map<string, Pending>();

  constructor(runner: Pick<Runner, 'all'>, waitMs = WAIT_MS) {
    this.#runner = runner;
    this.#waitMs = waitMs;
  }

  /** By key; what has not ended is missing. */
  async of(asked: ReadonlyMap<string, readonly CheckModel[]>): Promise<ReadonlyMap<string, Runs>> {
    this.#forgetOld();
    const keys = new Map(Array.from(asked, ([key, checks]) => [key, `${key} ${versionOf(checks)}`]));
    const pending = Array.from(asked, ([key, checks]) => this.#begin(keys.get(key) ?? key, checks));
    await limited(Promise.all(pending.map(({ ended }) => ended)), this.#waitMs);
    const found = new Map<string, Runs>();
    for (const [key, full] of keys) {
      const runs = this.#pending.get(full)?.runs;
      if (!runs) continue;
      found.set(key, runs);
      this.#pending.delete(full);
    }
    return found;
  }

  #begin(key: string, checks: readonly CheckModel[]): Pending {
    const known = this.#pending.get(key);
    if (known) return known;
    const pending: Pending = { startedMs: performance.now(), runs: null, ended: Promise.resolve() };
    pending.ended = this.#runner.all(checks).then(
      (runs) => void (pending.runs = runs),
      // Begun again at the next question; whoever waits meanwhile says so.
      () => void this.#pending.delete(key),
    );
    this.#pending.set(key, pending);
    return pending;
  }

  #forgetOld(): void {
    const beforeMs = performance.now() - FRESH_MS;
    for (const [key, { startedMs, runs }] of this.#pending)
      if (runs && startedMs < beforeMs) this.#pending.delete(key);
  }
}

/** What is looked at: a check that was edited meanwhile is run again. */
const versionOf = (checks: readonly CheckModel[]): string =>
  checks.map(({ id, editVersion }) => `${id}:${editVersion}`).join();

async function limited(work: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(
      guarded(() => resolve()),
      waitMs,
    );
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

const REMEMBERED_MS = 10 * 60_000;

/** What a gate said last of a host, to say it again while the next runs have not ended: a change would be written. */
export class LastSaid<A> {
  readonly #said = new Map<string, { answer: A; atMs: number }>();

  get(key: string): A | undefined {
    return this.#said.get(key)?.answer;
  }

  /** Null: nothing is to be said again. */
  note(key: string, answer: A | null): void {
    const nowMs = performance.now();
    for (const [other, { atMs }] of this.#said) {
      if (atMs > nowMs - REMEMBERED_MS) break;
      this.#said.delete(other);
    }
    this.#said.delete(key);
    if (answer !== null) this.#said.set(key, { answer, atMs: nowMs });
  }
}
