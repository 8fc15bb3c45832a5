import { guarded } from '../shared/guarded.ts';

/** Settles as `work` does, or rejects with the signal's reason if that comes first; `work` itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener(
      'abort',
      guarded(() => reject(signal.reason as Error)),
      { once: true },
    );
  });
  return Promise.race([work, aborted]);
}
