import { guarded } from '#sdk';
import type { CheckModel } from '../models.ts';
import type { Run } from './run.ts';
import type { Runner } from './runner.ts';

/** How long a question waits for its runs: a gate must answer within 10 s, and some checks take longer. */
const WAIT_MS = 6_000;
/** Results that nobody has taken are dropped this long after their run began. */
const FRESH_MS = 60_000;

interface Pending {
  startedMs: number;
  runs: ReadonlyMap<string, Run> | null;
  ended: Promise<void>;
}

export type Runs = ReadonlyMap<string, Run>;

/**
 * Runs checks for gates. A run that has not ended when the gate must answer goes on, and the next question takes its
 * result; each result is taken once. Kept in memory: a manager that has just started runs the checks again.
 */
export class FreshRuns {
  readonly #runner: Pick<Runner, 'all'>;
  readonly #waitMs: number;
  readonly #pending = new Map<string, Pending>();

  constructor(runner: Pick<Runner, 'all'>, waitMs = WAIT_MS) {
    this.#runner = runner;
    this.#waitMs = waitMs;
  }

  /** The results by key; those of a run that has not ended are missing. */
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
      // The next question begins the run again; until then the gate answers that the checks are being run.
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

/** Part of the key: a check that was edited meanwhile is run again. */
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

/**
 * The last answer of a gate about a host, repeated while the next runs are under way: a changed answer would be
 * written.
 */
export class LastSaid<A> {
  readonly #said = new Map<string, { answer: A; atMs: number }>();

  get(key: string): A | undefined {
    return this.#said.get(key)?.answer;
  }

  /** `answer` null: there is nothing to repeat. */
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
