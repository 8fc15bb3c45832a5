import { guarded } from '../shared/guarded.ts';

const MANY = 500;

interface Asked<V> {
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Joins the questions that are asked in one turn of the event loop, as by hosts whose step one transaction wrote; or,
 * with `waitMs`, those that come within that time after the first. Each is answered by a call that begins after it was
 * asked: nothing is cached. `ask` gets each key once, at most 500 at a time; a key that its answer lacks resolves to
 * undefined, and what it throws rejects all of the call's questions.
 */
export function batchedCalls<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { waitMs }: { waitMs?: number } = {},
): (key: K) => Promise<V | undefined> {
  let waiting = new Map<K, Asked<V>[]>();

  async function askAll(all: ReadonlyMap<K, readonly Asked<V>[]>): Promise<void> {
    try {
      const answers = await ask([...all.keys()]);
      for (const [key, some] of all) for (const { resolve } of some) resolve(answers.get(key));
    } catch (error) {
      for (const some of all.values()) for (const { reject } of some) reject(error);
    }
  }

  function send(): void {
    const all = waiting;
    waiting = new Map();
    if (all.size > 0) void askAll(all);
  }

  return (key) =>
    new Promise<V | undefined>((resolve, reject) => {
      if (waiting.size === 0)
        if (waitMs === undefined) setImmediate(guarded(send));
        else setTimeout(guarded(send), waitMs);
      const same = waiting.get(key);
      if (same) same.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (waiting.size >= MANY) send();
    });
}
