import type { Knex } from 'knex';
import { batchedCalls } from '../batchedCalls.ts';
import type { AskServer } from './mariadbWatch.ts';

/** What is used of knex's client, which has no types of its own. */
interface Client {
  acquireConnection(): Promise<unknown>;
}

/**
 * Lets the wait for a connection of the pool fail by its true cause. When it takes too long, all may be at work, or they
 * may all be dead: then the server does not answer over a new connection either.
 */
export function nameAcquireFailures(knex: Knex, askServer: AskServer): void {
  const client = knex.client as Client;
  const acquire = client.acquireConnection.bind(client);
  const whyMissed = batchedCalls(async () => new Map([['', await missedBecause(askServer)]]));
  client.acquireConnection = async () => {
    try {
      return await acquire();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'KnexTimeoutError') throw error;
      const refused = await whyMissed('');
      const why = refused ? `a new one failed (${refused.message})` : 'all are in use';
      throw new Error(`No connection to the database became free in time: ${why}`, {
        cause: refused ?? error,
      });
    }
  };
}

/** The error that keeps a new connection from the server; null: it lets this manager in. */
async function missedBecause(askServer: AskServer): Promise<Error | null> {
  try {
    await askServer();
    return null;
  } catch (error) {
    return error as Error;
  }
}
