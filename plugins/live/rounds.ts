import type { Context } from '../../server/plugin.ts';

export const POLL_JOBS_MS = 1_000;
export const POLL_NOTES_MS = 1_000;
export const CHECK_ACCESS_MS = 1_000;
export const PING_MS = 30_000;

/** Does `work` every so often, never twice at once, until stopped. */
export function every(ctx: Context, ms: number, work: () => void | Promise<void>): { stop(): void } {
  let timer: { clear(): void } | null = null;
  let stopped = false;
  const arm = (): void => {
    if (!stopped) timer = ctx.clock.setTimeout(() => void run(), ms);
  };
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      ctx.log.warn({ error }, 'a round over the live connections failed');
    }
    arm();
  };
  arm();
  return {
    stop() {
      stopped = true;
      timer?.clear();
    },
  };
}
