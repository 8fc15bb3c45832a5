import type { Logger } from 'pino';
import type { Clock } from './clock.ts';

/**
 * Does `work` every `ms` milliseconds, counted from the end of the last time, so never twice at once; the first time
 * after `ms`. A failure is logged with the words `failed` and ends nothing. After `stop` nothing begins; what is under
 * way ends by itself.
 */
export function every(
  { clock, log }: { clock: Clock; log: Logger },
  { ms, failed }: { ms: number; failed: string },
  work: () => void | Promise<void>,
): { stop(): void } {
  let timer: { clear(): void } | null = null;
  let stopped = false;
  const arm = (): void => {
    if (!stopped) timer = clock.setTimeout(() => void run(), ms);
  };
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ error }, failed);
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
