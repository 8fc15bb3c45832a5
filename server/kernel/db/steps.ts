import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/wire/appError.ts';
import type { JoinedSteps } from '../declared.ts';
import type { Tx } from './tx.ts';

export type StepName = keyof JoinedSteps & string;

/**
 * A handler's statements go through `tx.knex` alone, and it may run again with its transaction (see RunTx). It
 * never calls the outside: what follows from the commit goes to `tx.afterCommit`, what must be sent to the outbox.
 */
export type StepHandlers = { [N in StepName]?: (tx: Tx, fact: JoinedSteps[N]) => Promise<void> };

/** Steps that features join inside the transaction of another. */
export interface StepBus {
  /**
   * Has each feature that joined run its statements in `tx`, one after the other, in the order in which the
   * features were set up. The first failure ends it and must reach the transaction, which rolls everything back:
   * an AppError as it is, anything else as a StepFailed that names the feature. With `only`, those features alone.
   */
  join<N extends StepName>(tx: Tx, name: N, fact: JoinedSteps[N], only?: readonly string[]): Promise<void>;
  add(feature: string, handlers: StepHandlers): void;
}

/** A joined step broke, or did not end in time; nothing of the transaction was kept. 503 where a caller waits. */
export class StepFailed extends Error {
  readonly feature: string;
  /** The driver's error: by it the transaction knows that it lost a race and runs again. */
  readonly nativeError: unknown;
  constructor(name: string, feature: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${feature} could not do its part of ${name}, so nothing was changed: ${why}`, { cause });
    this.name = 'StepFailed';
    this.feature = feature;
    this.nativeError = cause instanceof Error && 'nativeError' in cause ? cause.nativeError : cause;
  }
}

type AnyHandler = (tx: Tx, fact: unknown) => Promise<void>;

/**
 * Longer than MariaDB lets one statement wait for a lock. A limit is needed because a step that hangs holds SQLite's
 * only connection.
 */
const TIMEOUT_MS = 20_000;

export function createStepBus(timeoutMs = TIMEOUT_MS): StepBus {
  const handlers = new Map<string, { feature: string; run: AnyHandler }[]>();
  return {
    add(feature, added) {
      for (const [name, run] of Object.entries(added))
        handlers.set(name, [...(handlers.get(name) ?? []), { feature, run: run as AnyHandler }]);
    },
    async join(tx, name, fact, only) {
      for (const { feature, run } of handlers.get(name) ?? []) {
        if (only?.includes(feature) === false) continue;
        try {
          await limited(run(tx, fact), timeoutMs);
        } catch (cause) {
          if (cause instanceof AppError) throw cause;
          throw new StepFailed(name, feature, cause);
        }
      }
    },
  };
}

async function limited(work: Promise<void>, timeoutMs: number): Promise<void> {
  const ended = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it had not ended after ${timeoutMs} ms`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    ended.abort();
    await late.catch(() => undefined);
  }
}
