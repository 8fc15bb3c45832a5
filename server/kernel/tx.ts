import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Database } from './db.ts';

export interface Tx {
  readonly knex: Knex.Transaction;
  /** Runs after the commit, in order of registration; a failure is logged and changes nothing. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Runs last inside the transaction, in order of registration; a failure rolls everything back. */
  beforeCommit(step: (tx: Tx) => Promise<void>): void;
  /** Notes that parts of one transaction leave for each other (for example rows to write at its end). */
  readonly scratch: Map<symbol, unknown>;
}

export interface TxOptions {
  /** SQLite: synchronous=FULL, so that the commit survives a power cut. Default true; polls pass false. */
  durable?: boolean;
  /** Shown in the log when the transaction is slow or retried. */
  name?: string;
}

export type RunTx = <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>;

export function createRunTx(_db: Database, _log: Logger): RunTx {
  throw new Error('not built yet');
}
