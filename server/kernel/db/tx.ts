import { setTimeout as sleep } from 'node:timers/promises';
import type SqliteConnection from 'better-sqlite3';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { logThrottle } from '../../shared/logThrottle.ts';
import { mariadbPool } from './database.ts';
import type { Database } from './database.ts';
import { DatabaseMoved } from './failure.ts';
import { isForRequest, isTrial } from './requests.ts';
import { enclosingTransaction, transactionScope } from './scope.ts';
import type { TransactionScope } from './scope.ts';
import type { SqliteClient } from './sqliteClient.ts';
import { openForWriting } from './sqliteStatements.ts';
import { WriteTurns } from './writeTurns.ts';

/** An open transaction. What was written by its `knex` commits together, or not at all. */
export interface Tx {
  readonly knex: Knex.Transaction;
  /** Runs after the commit, in order of registration; a failure is logged and changes nothing. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Runs inside the transaction, after the work, in order of registration; a failure rolls everything back. */
  beforeCommit(step: (tx: Tx) => Promise<void>): void;
  /**
   * Runs after everything else, as the transaction's last statements; a failure rolls everything back. For the
   * one lock that all transactions want (the audit's head): taken last, it is never held by a transaction that
   * still waits for another lock. So there is one such step, and none is added once it runs.
   */
  runLast(step: (tx: Tx) => Promise<void>): void;
  /** Notes that parts of one transaction leave for each other (for example rows to write at its end). */
  readonly scratch: Map<symbol, unknown>;
}

export interface TxOptions {
  /** SQLite: synchronous=FULL, so that the commit survives a power cut. Default true; polls pass false. */
  durable?: boolean;
  /** Shown in the log when the transaction is slow or retried. */
  name?: string;
}

/**
 * Runs `work` in one transaction and resolves with its result once it is committed and its effects have run.
 *
 * `work` must be able to run again: when MariaDB picks it as the victim of a deadlock, a lock was not free in
 * time, or somebody else took a unique key after `work` had found it free, everything is rolled back and `work`
 * starts afresh (and finds the key taken). So it changes nothing but rows: no calls to the outside, no pushing
 * into arrays of the caller. Transactions do not nest. In a trial (`asTrial`) everything is rolled back all the same: the
 * result is what it would be, no effect runs, and the last step, which could refuse nothing, is left out.
 */
export type RunTx = <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>;

const slowMs = 50;
const LOG_ONCE_PER_MS = 60_000;
const LOCK_WAIT_TIMEOUT = 1205;
const DUPLICATE_KEY = 1062;
/**
 * How often a transaction runs in all, by the error of MariaDB that ended it. Deadlocks are found at once, but among
 * many transactions the same one may lose again; a lock wait has taken 10 s each time. SQLite has one writer at a time.
 */
const ATTEMPTS: Readonly<Record<number, number>> = {
  1020: 20, // ER_CHECKREAD
  1213: 20, // ER_LOCK_DEADLOCK
  [LOCK_WAIT_TIMEOUT]: 3,
  [DUPLICATE_KEY]: 3,
};

/** `onEnd` is told how long each attempt took, in milliseconds. */
export function createRunTx(db: Database, log: Logger, onEnd?: (durationMs: number) => void): RunTx {
  const turns = new WriteTurns(db.dialect === 'mariadb' ? mariadbPool.transactions : 1);
  const tellSlow = slowLog(log);
  const ended: Attempt<unknown>['ended'] = (name, durationMs) => {
    onEnd?.(durationMs);
    tellSlow(name, Math.round(durationMs));
  };
  return async (work, options = {}) => {
    const name = options.name ?? 'unnamed';
    const outer = enclosingTransaction(db.knex);
    if (outer)
      throw new Error(
        `Transaction "${name}" was started inside transaction "${outer.name}": pass the tx on instead.`,
      );
    const lost = db.lostFile();
    if (lost !== null) throw new DatabaseMoved(lost);
    for (let attempt = 1; ; attempt++) {
      const collected = new CollectedSteps();
      try {
        const result = await runOnce(db, {
          work,
          collected,
          name,
          durable: options.durable ?? true,
          turns,
          ended,
        });
        await runEffects(collected.effects, name, log);
        return result;
      } catch (error) {
        if (error instanceof TakenBack) return error.result as Awaited<ReturnType<typeof work>>;
        const errno = conflictOf(error);
        if (errno === null || attempt >= (ATTEMPTS[errno] ?? 1)) throw error;
        log.debug({ transaction: name, attempt, errno }, 'transaction lost a race, running it again');
        await backOff(attempt);
      }
    }
  };
}

/** Ends the transaction of a trial. */
class TakenBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a trial is rolled back');
    this.result = result;
  }
}

/** Steps and effects of one attempt; a repeated attempt starts with none. */
class CollectedSteps {
  readonly effects: (() => void | Promise<void>)[] = [];
  readonly steps: ((tx: Tx) => Promise<void>)[] = [];
  last: ((tx: Tx) => Promise<void>) | undefined;
  /** True while the last step runs, and after it. */
  closing = false;
}

interface Attempt<T> {
  work: (tx: Tx) => Promise<T>;
  collected: CollectedSteps;
  name: string;
  durable: boolean;
  /** Of SQLite's only connection that writes, and of those of MariaDB's that may. */
  turns: WriteTurns;
  ended(name: string, durationMs: number): void;
}

async function runOnce<T>(db: Database, attempt: Attempt<T>): Promise<T> {
  const client = db.dialect === 'sqlite' ? (db.knex.client as SqliteClient) : null;
  const endTurn = await attempt.turns.take({ isRequest: isForRequest(), name: attempt.name });
  try {
    return await (client ? onConnection(db, attempt, client) : perform(db, attempt, undefined));
  } finally {
    endTurn();
  }
}

async function onConnection<T>(db: Database, attempt: Attempt<T>, client: SqliteClient): Promise<T> {
  const connection = await client.acquireConnection();
  try {
    // Has no effect once a transaction has begun.
    if (attempt.durable) connection.pragma('synchronous = FULL');
    return await perform(db, attempt, connection);
  } finally {
    if (attempt.durable) connection.pragma('synchronous = NORMAL');
    client.describeHolder = undefined;
    await db.knex.client.releaseConnection(connection);
  }
}

async function perform<T>(
  db: Database,
  { work, collected, name, ended }: Attempt<T>,
  connection: SqliteConnection.Database | undefined,
): Promise<T> {
  const scope: TransactionScope = { knex: db.knex, name, startedMs: performance.now(), open: true };
  if (connection) {
    (db.knex.client as SqliteClient).describeHolder = () =>
      `transaction "${name}" for ${Math.round(performance.now() - scope.startedMs)} ms`;
  }
  const inside = async (knex: Knex.Transaction): Promise<T> => {
    const close = connection ? openForWriting(knex, connection) : undefined;
    try {
      return await runWork(createTx(knex, collected, scope), work, collected);
    } finally {
      close?.();
    }
  };
  try {
    return await db.knex.transaction(
      (knex) => transactionScope.run(scope, () => inside(knex)),
      connection ? { connection } : {},
    );
  } finally {
    scope.open = false;
    ended(name, performance.now() - scope.startedMs);
  }
}

/** On a busy machine many are slow: each name is told of once a minute, and once more if it took ten times as long. */
function slowLog(log: Logger): Attempt<unknown>['ended'] {
  const tell = logThrottle(LOG_ONCE_PER_MS);
  return (transaction, durationMs) => {
    if (durationMs <= slowMs) return;
    const untold = tell(`${transaction} ${Math.trunc(Math.log10(durationMs))}`);
    if (untold !== null) log.warn({ transaction, durationMs, untold }, 'slow transaction');
  };
}

async function runWork<T>(tx: Tx, work: (tx: Tx) => Promise<T>, collected: CollectedSteps): Promise<T> {
  const isTried = isTrial();
  const result = await work(tx);
  // By index: a step may register a further one.
  for (let index = 0; index < collected.steps.length; index++) await collected.steps[index]?.(tx);
  collected.closing = true;
  if (isTried) throw new TakenBack(result);
  await collected.last?.(tx);
  return result;
}

function createTx(knex: Knex.Transaction, collected: CollectedSteps, scope: TransactionScope): Tx {
  const assertOpen = () => {
    if (!scope.open) throw new Error(`Transaction "${scope.name}" has already ended`);
  };
  const assertAddable = () => {
    assertOpen();
    if (collected.closing) throw new Error(`Transaction "${scope.name}" is at its last step already`);
  };
  return {
    knex,
    scratch: new Map(),
    afterCommit(effect) {
      assertOpen();
      collected.effects.push(effect);
    },
    beforeCommit(step) {
      assertAddable();
      collected.steps.push(step);
    },
    runLast(step) {
      assertAddable();
      if (collected.last) throw new Error(`Transaction "${scope.name}" has a last step already`);
      collected.last = step;
    },
  };
}

async function runEffects(effects: CollectedSteps['effects'], name: string, log: Logger): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      log.error({ err: error, transaction: name }, 'an effect after the commit failed');
    }
  }
}

/** Runs a single statement again, a few times, when MariaDB rolled it back over a conflict of locks. */
export async function retryLockConflict<T>(statement: () => PromiseLike<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await statement();
    } catch (error) {
      const errno = conflictOf(error);
      if (errno === null || errno === DUPLICATE_KEY || attempt >= (ATTEMPTS[errno] ?? 1)) throw error;
      await backOff(attempt);
    }
  }
}

/** Waits longer each time, with a random part, so that those who met do not meet again. */
const backOff = (attempt: number): Promise<void> =>
  sleep(Math.min(1_000, 5 * 2 ** attempt) * (0.5 + Math.random()));

/** MariaDB's number for a conflict with another transaction; null for every other error. */
function conflictOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const native: unknown = 'nativeError' in error ? error.nativeError : error;
  if (!(native instanceof Error && 'errno' in native && 'sqlState' in native)) return null;
  return typeof native.errno === 'number' && native.errno in ATTEMPTS ? native.errno : null;
}
