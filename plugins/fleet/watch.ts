import type { Context } from '../../server/plugin.ts';
import type { FleetService } from './service.ts';

const WAIT_MS = 2_000;

/** Tells live clients at most every two seconds, and only when a figure is another one. */
export function watchFleet(ctx: Context, service: FleetService): { touched(): void; stop(): void } {
  let last = '';
  let timer: { clear(): void } | null = null;

  async function tell(): Promise<void> {
    const status = await service.status('all');
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
        void tell().catch((error: unknown) => ctx.log.warn({ error }, 'the fleet figures could not be told'));
      }, WAIT_MS);
    },
    stop() {
      timer?.clear();
      timer = null;
    },
  };
}
