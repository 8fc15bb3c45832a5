import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';

/** The transaction that the running code belongs to, so that a use of the database outside it is refused at once. */
export interface TransactionScope {
  knex: Knex;
  name: string;
  startedMs: number;
  /** False once it is committed or rolled back: timers and effects that outlive it may use the database again. */
  open: boolean;
}

export const transactionScope = new AsyncLocalStorage<TransactionScope>();

/** The open transaction of `knex` that the caller runs in, if any. */
export function enclosingTransaction(knex: Knex): TransactionScope | undefined {
  const scope = transactionScope.getStore();
  return scope?.open && scope.knex === knex ? scope : undefined;
}
