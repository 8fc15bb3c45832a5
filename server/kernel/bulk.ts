import type { components } from '#generated/manager.ts';
import { readCursor, writeCursor } from './db/keyset.ts';

type Schemas = components['schemas'];
/** The answer of an act over many things, in wire form. */
export type BulkResult = Schemas['BulkResult'];
/** What one call has done. */
export type BulkDone = Pick<BulkResult, 'changed' | 'unchanged' | 'refused'>;

/** The part of a target that one call does. */
export interface Portion extends Pick<BulkResult, 'remaining' | 'next_cursor'> {
  ids: string[];
}

/** How many things one call does at most; the contract has the same number. */
const MOST = 500;

/**
 * The next of these ids, in their own order: whatever the act does to its target (a tag by which hosts were found is
 * removed), the next portion begins behind the last id. `act` names the act in cursors. Throws VALIDATION_FAILED for a
 * cursor of another act.
 */
export function portionOf(
  all: Iterable<string>,
  { act, cursor, limit = MOST }: { act: string; cursor?: string | undefined; limit?: number | undefined },
): Portion {
  const keyset = { sort: act };
  const start = cursor === undefined ? '' : readCursor(cursor, keyset).id;
  const rest = [...new Set(all)].filter((id) => id > start).sort();
  const ids = rest.slice(0, limit);
  const last = ids.at(-1);
  const remaining = rest.length - ids.length;
  const next = remaining > 0 && last !== undefined ? writeCursor(keyset, last, last) : null;
  return { ids, remaining, next_cursor: next };
}

/** How a refusal is told. */
export type Refused = Pick<Schemas['BulkRefusal'], 'code' | 'message'>;

/** What a request offers to an act over many things. */
export interface Bulk {
  /** Aborts when the caller goes away: nothing more begins then. */
  signal: AbortSignal;
  /** How the error would be answered; a refusal of one thing is told in these words. */
  refusalOf(error: unknown): Refused;
}

/** Faults of the manager and of its database: they are no refusal of one thing, and end the call. */
const FAULTS: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']);

/** How often a thing is tried anew that somebody else has changed at the same moment. */
const TRIES = 3;

/**
 * Does one thing after another, each in a transaction of its own, and goes on when one is refused. `work` resolves with
 * whether it has changed anything. `nameOf`: what people know the thing by; null: there is no such thing.
 */
export async function oneByOne(
  ids: readonly string[],
  { signal, refusalOf, nameOf }: Bulk & { nameOf(id: string): string | null },
  work: (id: string) => Promise<boolean>,
): Promise<BulkDone> {
  const done: BulkDone = { changed: 0, unchanged: 0, refused: [] };
  for (const id of ids) {
    if (signal.aborted) break;
    try {
      done[(await again(() => work(id), refusalOf)) ? 'changed' : 'unchanged'] += 1;
    } catch (error) {
      const { code, message } = refusalOf(error);
      if (FAULTS.has(code)) throw error;
      done.refused.push({ id, name: nameOf(id), code, message });
    }
  }
  return done;
}

async function again<T>(work: () => Promise<T>, refusalOf: Bulk['refusalOf']): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || refusalOf(error).code !== 'PRECONDITION_FAILED') throw error;
    }
}

/** The answer: what was done of this portion, and what follows. */
export const resultOf = ({ remaining, next_cursor }: Portion, done: BulkDone): BulkResult => ({
  ...done,
  remaining,
  next_cursor,
});
