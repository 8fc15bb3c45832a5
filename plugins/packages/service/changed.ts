import type { Context } from '#sdk';
import { readSoon } from './schedule.ts';

export interface ChangedHosts {
  /** A job is done with the host. */
  finished(hostId: string): void;
  stop(): void;
}

/** How long hosts are gathered, so that a job over many of them costs few statements. */
const GATHER_MS = 5_000;

/** Makes the hosts of finished jobs due. Those lost with a manager that dies are read within the day. */
export function watchChanged(ctx: Context): ChangedHosts {
  let waiting = new Set<string>();
  let timer: { clear(): void } | null = null;
  const flush = async (): Promise<void> => {
    const ids = [...waiting];
    waiting = new Set();
    timer = null;
    await readSoon(ctx, ids, 0);
  };
  return {
    finished(hostId) {
      waiting.add(hostId);
      timer ??= ctx.clock.setTimeout(() => {
        flush().catch((error: unknown) =>
          ctx.log.warn({ error }, 'packages of patched hosts are read at their next time'),
        );
      }, GATHER_MS);
    },
    stop() {
      timer?.clear();
      waiting.clear();
    },
  };
}
