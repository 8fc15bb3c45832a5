/** Tells when a manager is at rest by counting statements under way, so that tests need no fixed waits. */
import type { Database } from '#server/kernel/db/database.ts';

/** Statements and transactions under way, over all worlds of this process. */
let underWay = 0;

/** Transactions are counted as a whole; knex emits no end event for their own statements. */
const ofTransaction = /^(begin|commit|rollback|savepoint|release|set transaction)/i;

export function watchQueries({ knex, reader }: Database): void {
  const count = (by: number) => (query: { sql?: string }) => {
    if (!ofTransaction.test(query.sql ?? '')) underWay += by;
  };
  for (const source of new Set([knex, reader])) {
    source.on('query', count(1));
    source.on('query-response', (_response: unknown, query: { sql?: string }) => count(-1)(query));
    source.on('query-error', (_error: unknown, query: { sql?: string }) => count(-1)(query));
  }
}

export async function counted<T>(work: () => Promise<T>): Promise<T> {
  underWay++;
  try {
    return await work();
  } finally {
    underWay--;
  }
}

const QUIET_ROUNDS = 25;

/** Waits until nothing happens without the clock: no statement for several rounds of the event loop. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (underWay > 0) quiet = 0;
  }
}
