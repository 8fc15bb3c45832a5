import type { Context } from '#sdk';
import type { FleetService } from './service.ts';

const WAIT_MS = 2_000;
/** A count walks over all hosts: after it comes a pause of this many times its duration. */
const REST_TIMES = 100;
const MAX_WAIT_MS = 8_000;

/** Tells live clients at most every two seconds, for a large fleet every eight, and only when a figure has changed. */
export function watchFleet(ctx: Context, service: FleetService): { touched(): void; stop(): void } {
  let last = '';
  let timer: { clear(): void } | null = null;
  let waitMs = WAIT_MS;

  async function tell(): Promise<void> {
    const startedMs = performance.now();
    const status = await service.status('all');
    waitMs = Math.min(MAX_WAIT_MS, Math.max(WAIT_MS, REST_TIMES * (performance.now() - startedMs)));
    const { computed_at: _at, oldest_poll_at: _oldest, ...figures } = status;
    const now = JSON.stringify(figures);
    if (now === last) return;
    last = now;
    ctx.live.tell(null, 'fleet.updated', status);
  }

  return {
    touched() {
      timer ??= ctx.clock.setTimeout(() => {
        timer = null;
        void tell().catch((error: unknown) => ctx.log.warn({ error }, 'the fleet figures could not be sent'));
      }, waitMs);
    },
    stop() {
      timer?.clear();
      timer = null;
    },
  };
}
