const progressEveryMs = 5_000;

/** An error that a person can mend, told in one line; quickstart.mjs prints the message alone. */
export class ClearError extends Error {
  readonly isClear = true;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export interface Wait {
  /** What is waited for; shown meanwhile. */
  what: string;
  limitMs: number;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
  /** Files to look at when it took too long. */
  logs: readonly string[];
}

/** Waits for `work` and says so every few seconds; throws ClearError after `limitMs`. */
export async function progress<T>(
  { what, limitMs, signal, logs }: Wait,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const startedAtMs = Date.now();
  const secs = (): number => Math.round((Date.now() - startedAtMs) / 1_000);
  const ticking = setInterval(() => say(`  still ${what}, ${secs()} s`), progressEveryMs);
  const over = new AbortController();
  const late = new ClearError(`gave up ${what} after ${limitMs / 1_000} s; see ${logs.join(' and ')}`);
  const timer = setTimeout(() => over.abort(late), limitMs);
  const until = AbortSignal.any([signal, over.signal]);
  try {
    return await Promise.race([work(until), rejectOn(until)]);
  } finally {
    clearInterval(ticking);
    clearTimeout(timer);
    over.abort();
  }
}

export function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/**
 * A signal that the first Ctrl-C, SIGTERM or closed terminal aborts; later ones change nothing (npm passes on a Ctrl-C
 * that the terminal has sent already).
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  // A closed terminal must not end the shutdown half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return controller.signal;
}
