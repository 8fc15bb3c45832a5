import type { Knex } from 'knex';
import { guarded } from '../../shared/guarded.ts';
import { databaseFailureOf } from './failure.ts';

/**
 * Notes when the database last refused to write because its disk is full, read-only or broken. Returns a function
 * that tells how many milliseconds ago that was; Infinity: never. A failed statement counts wherever it runs, and so
 * does a failed commit, which is where a full disk mostly shows.
 */
export function noteUnwritable(knex: Knex): () => number {
  let lastMs = -Infinity;
  knex.on(
    'query-error',
    guarded((error: unknown) => {
      if (databaseFailureOf(error) === 'unwritable') lastMs = performance.now();
    }),
  );
  return () => performance.now() - lastMs;
}
