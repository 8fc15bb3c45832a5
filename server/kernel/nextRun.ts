/**
 * Runs `work` one run at a time. A caller that comes while it runs waits for the next run, which all such callers
 * share: the run under way may have read what the caller has changed since, and of two runs at once the older might end
 * last.
 */
export function nextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    next = null;
    running = work();
    return running;
  };
  return () => (next ??= running.catch(() => undefined).then(begin));
}
