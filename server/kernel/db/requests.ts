import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that is being answered. */
interface Served {
  /** How many of its next queries go before others. */
  left: number;
}

/** A page needs fewer. An export, which makes more, then takes its turns like a job. */
const QUERIES = 20;

const served = new AsyncLocalStorage<Served>();

/**
 * Runs the answering of a request, whose first queries go before those of jobs and polls. The returned function ends
 * this: what the request has started, such as a job, goes on in the background.
 */
export function serve(answer: () => void): () => void {
  const request = { left: QUERIES };
  served.run(request, answer);
  return () => void (request.left = 0);
}

/** Whether this is done for a request that is being answered, and that has made few queries. */
export const isForRequest = (): boolean => (served.getStore()?.left ?? 0) > 0;

/** Whether the next query is one of those. Counts it. */
export function takesPrecedence(): boolean {
  const request = served.getStore();
  if (!request || request.left === 0) return false;
  request.left -= 1;
  return true;
}

const trials = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Does the work of a request that asks what it would do: its transactions are rolled back with what they wrote, after all
 * refusals, and nothing that waits for their commit runs.
 */
export async function asTrial<T>(work: () => Promise<T>): Promise<T> {
  const trial = { open: true };
  try {
    return await trials.run(trial, work);
  } finally {
    trial.open = false;
  }
}

/** Whether a transaction that begins now is to be rolled back. */
export const isTrial = (): boolean => trials.getStore()?.open ?? false;

/** Begins work that is not the request's, though the request has told it to look: neither first in line, nor a trial. */
export const apart = <T>(work: () => T): T => served.exit(() => trials.exit(work));
