import type { Context } from '../../server/plugin.ts';

/** So long a host rests after its patches: what the package manager restarts has come up by then. */
const REST_MS = 5_000;

export interface PatchedHosts {
  /** A job is done with the host; it is read again when the job ends, and otherwise soon. */
  finished(jobId: string, hostId: string): void;
  jobEnded(jobId: string): Promise<void>;
  stop(): void;
}

/**
 * Reads the hosts of a job again once it has changed them, many at a time: while a job over many hosts runs, its
 * hosts' lists can wait some seconds; its own work can't.
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
