/**
 * Does `work` once at a time. Who asks while it runs gets the next run, which all share who ask meanwhile: what the one
 * under way has read may be older than what the caller has just changed, and of two at once the older might end last.
 */
export function anew(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    next = null;
    running = work();
    return running;
  };
  return () => (next ??= running.catch(() => undefined).then(begin));
}
