import type { Logger } from 'pino';
import { guarded } from '../shared/guarded.ts';

export interface BatchOptions<T> {
  log: Pick<Logger, 'error'>;
  maxItems: number;
  /** How long the first item of a batch waits for others. */
  waitMs: number;
  /** Limits the items that wait in memory by their weight too. */
  weight?: { of: (item: T) => number; max: number };
  /**
   * Called for one batch after another; a failure is logged with the text `failed` and the number of `items`, and not
   * retried.
   */
  write: (items: readonly T[]) => Promise<void>;
  failed: string;
}

export interface Batch<T> {
  add(item: T): void;
  /** Resolves when each item that was added is written or has failed. */
  flush(): Promise<void>;
}

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
    writing = writing
      .then(() => write(taken))
      .catch((error: unknown) => log.error({ error, items: taken.length }, failed));
    return writing;
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
