import { AppError, type Context, http } from '#sdk';
import { remember } from '../domain.ts';

interface Load {
  count: number;
  bytes: number;
}

/** Downloads at once of one address (IPv6: a /64). A rack behind one has the uplink to share in any case. */
const OF_ADDRESS: Load = { count: 16, bytes: 2 ** 30 };
/** Downloads at once of all. Beyond, each address may have one all the same, so that a few hold up nobody else. */
const OF_ALL: Load = { count: 64, bytes: 2 ** 32 };
const MOST = 256;
const SHORTEST_SECS = 5;
const LONGEST_SECS = 600;
/** How long a download takes, before one was seen. */
const FIRST_MS = 10_000;
const REMEMBERED = 10_000;

export interface Turns {
  /**
   * Begins a download; the returned function ends it. Throws SERVICE_UNAVAILABLE whose `Retry-After` is a turn of the
   * caller's own: each that must wait is told a later moment than the one before, as far apart as downloads end.
   */
  take(address: string, bytes: number): () => void;
}

export function createDownloadTurns(clock: Context['clock']): Turns {
  const all: Load = { count: 0, bytes: 0 };
  const underWay = new Map<string, Load>();
  /** When the last one that waits was told to come, by address; under the empty text for all. */
  const promised = new Map<string, number>();
  let usualMs = FIRST_MS;

  function busy(key: string, atOnce: number): AppError {
    const now = clock.now().getTime();
    const latest = now + LONGEST_SECS * 1_000;
    const last = promised.get(key) ?? now;
    const at = Math.min(Math.max(last > latest ? now : last, now) + usualMs / atOnce, latest);
    remember(promised, { key, value: at, most: REMEMBERED });
    const waitSecs = Math.max(SHORTEST_SECS, Math.ceil((at - now) / 1_000));
    return new AppError('SERVICE_UNAVAILABLE', {
      message: `As many hosts download a package now as the manager serves at once; come again in ${waitSecs} s.`,
      headers: { 'Retry-After': String(waitSecs) },
    });
  }

  return {
    take(address, bytes) {
      const key = http.limitKey(address);
      const own = underWay.get(key) ?? { count: 0, bytes: 0 };
      if (isFull(own, bytes, OF_ADDRESS)) throw busy(key, OF_ADDRESS.count);
      if (all.count >= MOST || (own.count > 0 && isFull(all, bytes, OF_ALL))) throw busy('', OF_ALL.count);
      const startedMs = clock.now().getTime();
      underWay.set(key, own);
      for (const load of [own, all]) add(load, 1, bytes);
      return () => {
        for (const load of [own, all]) add(load, -1, -bytes);
        if (own.count === 0) underWay.delete(key);
        const tookMs = Math.max(0, clock.now().getTime() - startedMs);
        usualMs = usualMs * 0.9 + tookMs * 0.1;
      };
    },
  };
}

/** The first one always fits. */
const isFull = (load: Load, bytes: number, most: Load): boolean =>
  load.count >= most.count || (load.count > 0 && load.bytes + bytes > most.bytes);

function add(load: Load, count: number, bytes: number): void {
  load.count += count;
  load.bytes += bytes;
}
