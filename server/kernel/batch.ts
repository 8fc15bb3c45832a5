import type { Logger } from 'pino';
import { guarded } from '../shared/guarded.ts';

export interface BatchOptions<T> {
  log: Pick<Logger, 'error'>;
  maxItems: number;
  /** The first of a batch waits so long for others. */
  waitMs: number;
  /** What waits in memory is limited by weight too. */
  weight?: { of: (item: T) => number; max: number };
  /** One call after another; a failure is told by `failed` in the log, with the number of `items`, and not repeated. */
  write: (items: readonly T[]) => Promise<void>;
  failed: string;
}

export interface Batch<T> {
  add(item: T): void;
  /** Resolves when all that was added is written, or could not be. */
  flush(): Promise<void>;
}

/** Items on their way to the database: one transaction for many. */
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
