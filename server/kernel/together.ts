import { guarded } from '../shared/guarded.ts';

const MANY = 500;

interface Asked<V> {
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Makes one question of those that are asked in the same turn of the event loop, as by hosts whose step was written by
 * one transaction. Each is answered after it was asked: nothing is remembered. `ask` is given each key once, at most 500;
 * what it does not name is answered with undefined, and what it throws reaches all who asked.
 */
export function together<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
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
      if (waiting.size === 0) setImmediate(guarded(send));
      const same = waiting.get(key);
      if (same) same.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      if (waiting.size >= MANY) send();
    });
}
