import { lookup } from 'node:dns/promises';
import { guarded } from '../../shared/guarded.ts';

/** Looks up all addresses of a name. A caller whose signal has aborted no longer waits for its turn. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

export interface LookupParts {
  lookup(hostname: string): Promise<string[]>;
  nowMs(): number;
}

/** Look-ups at once: getaddrinfo shares Node's four threads with files and passwords. */
const AT_ONCE = 2;
/** Of these, how many may be of slow names. */
const SLOW_AT_ONCE = 1;
/** A name whose last look-up took this long is slow: its DNS server answers late or not at all. */
const SLOW_MS = 2_000;
/** How many slow names are remembered. */
const MAX_SLOW = 1_000;

const systemParts: LookupParts = {
  lookup: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  nowMs: () => performance.now(),
};

/** A name that waits for its look-up, or whose look-up is under way; callers for the same name share it. */
interface Entry {
  hostname: string;
  found: Promise<string[]>;
  start(): void;
  /** Callers that still wait. */
  callers: number;
}

/**
 * Looks names up, few at once. A look-up cannot be stopped, and takes 10 s and more where the DNS server of a zone is
 * down. So that such names cost the others little, callers for one name share its look-up, a name for which nobody
 * waits any more is not looked up, and slow names never take all places.
 */
export function createLookups({ lookup, nowMs }: LookupParts = systemParts): Resolve {
  const entries = new Map<string, Entry>();
  const slow = new Set<string>();
  let waiting: Entry[] = [];
  let running = 0;
  let runningSlow = 0;

  async function run(hostname: string): Promise<string[]> {
    const startedMs = nowMs();
    const wasSlow = slow.has(hostname);
    running++;
    if (wasSlow) runningSlow++;
    try {
      return await lookup(hostname);
    } finally {
      running--;
      if (wasSlow) runningSlow--;
      entries.delete(hostname);
      noteTime(hostname, nowMs() - startedMs);
      startNext();
    }
  }

  function noteTime(hostname: string, tookMs: number): void {
    slow.delete(hostname);
    if (tookMs < SLOW_MS) return;
    slow.add(hostname);
    const [oldest = ''] = slow;
    if (slow.size > MAX_SLOW) slow.delete(oldest);
  }

  function startNext(): void {
    for (const { hostname } of waiting.filter(({ callers }) => callers === 0)) entries.delete(hostname);
    waiting = waiting.filter(({ callers }) => callers > 0);
    while (running < AT_ONCE) {
      const next = waiting.find(({ hostname }) => runningSlow < SLOW_AT_ONCE || !slow.has(hostname));
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      next.start();
    }
  }

  function enter(hostname: string): Entry {
    const { promise: found, resolve } = Promise.withResolvers<string[]>();
    // Every caller may have left by the time the look-up fails.
    found.catch(() => undefined);
    const entry = { hostname, found, start: () => resolve(run(hostname)), callers: 0 };
    entries.set(hostname, entry);
    waiting.push(entry);
    return entry;
  }

  return (hostname, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const entry = entries.get(hostname) ?? enter(hostname);
    entry.callers++;
    const leave = guarded(() => void entry.callers--);
    signal.addEventListener('abort', leave, { once: true });
    startNext();
    return entry.found.finally(() => signal.removeEventListener('abort', leave));
  };
}
