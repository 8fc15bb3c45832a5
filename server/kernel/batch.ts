import type { Logger } from 'pino';
import { guarded } from '../shared/guarded.ts';
import { databaseFailureOf } from './db/failure.ts';

export interface BatchOptions<T> {
  log: Pick<Logger, 'error'>;
  maxItems: number;
  /** How long the first item of a batch waits for others. */
  waitMs: number;
  /** Limits the items that wait in memory by their weight too. */
  weight?: { of: (item: T) => number; max: number };
  /**
   * Called for one batch after another. When it throws, nothing may be written: the items are written again in halves,
   * so that one that cannot be stored takes no other with it. What fails alone, or because the database is away, is
   * logged with the text `failed` and the number of `items`, and given up.
   */
  write: (items: readonly T[]) => Promise<void>;
  failed: string;
}

export interface Batch<T> {
  add(item: T): void;
  /** Resolves when each item that was added is written or has failed. */
  flush(): Promise<void>;
}

/** Further writes of one batch that failed: enough to find a few items among some hundred. */
const MOST_AGAIN = 60;

/** Collects items for the database, so that one transaction writes many. */
export function createBatch<T>({ log, maxItems, waitMs, weight, write, failed }: BatchOptions<T>): Batch<T> {
  let items: T[] = [];
  let weighs = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const taken = items;
    items = [];
    weighs = 0;
    writing = writing.then(() => store(taken, { left: MOST_AGAIN }));
    return writing;
  }

  async function store(taken: readonly T[], again: { left: number }): Promise<void> {
    try {
      await write(taken);
    } catch (error) {
      if (taken.length === 1 || again.left < 2 || databaseFailureOf(error) !== null)
        return log.error({ error, items: taken.length }, failed);
      again.left -= 2;
      const middle = Math.ceil(taken.length / 2);
      await store(taken.slice(0, middle), again);
      await store(taken.slice(middle), again);
    }
  }

  return {
    flush,
    add(item) {
      items.push(item);
      weighs += weight?.of(item) ?? 0;
      if (items.length >= maxItems || (weight && weighs >= weight.max)) void flush();
      else
        timer ??= setTimeout(
          guarded(() => void flush()),
          waitMs,
        );
    },
  };
}
