import type { ReadDatabase, ReadQuery } from './types.ts';

const CHUNK = 500;

/** The rows of one statement, in pieces of `CHUNK`. */
export async function* task(db: ReadDatabase, query: ReadQuery): AsyncIterable<unknown[]> {
  let rows: unknown[] = [];
  for await (const row of db.iterate(query)) {
    rows.push(row);
    if (rows.length < CHUNK) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
