import type { Context } from '#sdk';

/** How long a host rests after its patches: by then what the package manager restarts is up. */
const REST_MS = 5_000;

export interface PatchedHosts {
  /** Call it when a job is done with a host, which is read again soon, at the latest when the job ends. */
  finished(jobId: string, hostId: string): void;
  jobEnded(jobId: string): Promise<void>;
  stop(): void;
}

/**
 * Reads the hosts of a job again once it has changed them, many at a time: while the job runs, the lists of its hosts
 * can wait for some seconds, but its own work cannot.
 */
export function watchPatched(ctx: Context, wake: () => void): PatchedHosts {
  const waiting = new Map<string, { hostIds: string[]; timer: { clear(): void } }>();
  const flush = async (jobId: string): Promise<void> => {
    const batch = waiting.get(jobId);
    if (!batch) return;
    batch.timer.clear();
    waiting.delete(jobId);
    await ctx.tx((tx) => ctx.core.hosts.pollSoon(tx, batch.hostIds, ['health', 'patches']), {
      durable: false,
      name: 'polling.pollPatched',
    });
    wake();
  };
  const flushLater = (jobId: string): { clear(): void } =>
    ctx.clock.setTimeout(() => {
      flush(jobId).catch((error: unknown) =>
        ctx.log.warn({ error, jobId }, 'patched hosts are read at their next poll'),
      );
    }, REST_MS);
  return {
    finished(jobId, hostId) {
      const batch = waiting.get(jobId);
      if (batch) batch.hostIds.push(hostId);
      else waiting.set(jobId, { hostIds: [hostId], timer: flushLater(jobId) });
    },
    jobEnded: flush,
    stop() {
      for (const { timer } of waiting.values()) timer.clear();
      waiting.clear();
    },
  };
}
