import { guarded } from '../shared/guarded.ts';

export interface TurnLimits {
  /** Places in all; without it as many as all keys may have. */
  places?: number;
  /** Places of one key; asked anew whenever one may be given away. Without it all that there are. */
  placesOf?: (key: string) => number;
  /** How many of one key may wait; without it any number. */
  waitingOf?: number;
  /** How long one may wait; without it any time. */
  waitMs?: number;
  /** Whoever has a place for longer waits for something else: the place goes to the next. Without it nobody loses one. */
  keepMs?: number;
  /** Called when a key gets a place; what it returns is called when the place is given back, or lost. */
  onPlace?: (key: string) => () => void;
}

/** More of one key would wait than may, or for longer. */
export class TurnsFull extends Error {}

/** Deals places in turns between keys, such as accounts, and within one key by age. */
export interface Turns {
  /**
   * Resolves when it is this key's turn, with a function that gives the place back (once, however often it is called).
   * Throws TurnsFull, or the signal's reason.
   */
  take(key: string, signal?: AbortSignal): Promise<() => void>;
  /** As take: has the place while `work` lasts. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many wait now, over all keys. */
  waiting(): number;
}

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

/** Gives out turns: so many at once, fairly among those who ask; throws TurnsFull where too many wait. */
export function createTurns(limits: TurnLimits): Turns {
  const {
    places = Infinity,
    placesOf = () => Infinity,
    waitingOf = Infinity,
    waitMs,
    keepMs,
    onPlace,
  } = limits;
  /** In the order of their next turns: whoever was just served goes last. */
  const lines = new Map<string, Line>();
  let taken = 0;

  const hasPlace = (key: string, line: Line): boolean => taken < places && line.taken < placesOf(key);

  function occupy(key: string, line: Line): () => void {
    taken += 1;
    line.taken += 1;
    lines.delete(key);
    lines.set(key, line);
    let isOpen = true;
    const ended = onPlace?.(key);
    let late: NodeJS.Timeout | undefined;
    const leave = (): void => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(late);
      ended?.();
      taken -= 1;
      line.taken -= 1;
      deal();
      forget(key, line);
    };
    if (keepMs !== undefined) late = setTimeout(guarded(leave), keepMs);
    return leave;
  }

  function forget(key: string, line: Line): void {
    if (line.taken === 0 && line.waiting.size === 0 && lines.get(key) === line) lines.delete(key);
  }

  /** Gives away what is free, one place to each key in turn. */
  function deal(): void {
    for (let given = true; given && taken < places;) {
      given = false;
      for (const [key, line] of [...lines]) {
        const [first] = line.waiting;
        if (!first || !hasPlace(key, line)) continue;
        line.waiting.delete(first);
        first();
        given = true;
      }
    }
  }

  async function take(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const line = lines.get(key) ?? { taken: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.waiting.size === 0 && hasPlace(key, line)) return occupy(key, line);
    if (line.waiting.size >= waitingOf) throw new TurnsFull(`${line.waiting.size} wait already`);
    return new Promise((resolve, reject) => {
      const stop = (reason: unknown): void => {
        if (!line.waiting.delete(go)) return;
        end();
        forget(key, line);
        reject(reason as Error);
      };
      const giveUp = guarded(() => stop(signal?.reason));
      const tooLong = guarded(() => stop(new TurnsFull('It waited too long.')));
      const late = waitMs === undefined ? undefined : setTimeout(tooLong, waitMs);
      const end = (): void => {
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
      };
      const go = (): void => {
        end();
        resolve(occupy(key, line));
      };
      line.waiting.add(go);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    take,
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.waiting.size, 0),
    async run(key, work, signal) {
      const leave = await take(key, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
