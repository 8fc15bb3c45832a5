import type { Context } from '../../server/plugin.ts';
import { isStillIn } from './admission.ts';
import { CLOSE, type LiveClient } from './client.ts';
import type { Hub } from './hub.ts';

export const POLL_JOBS_MS = 1_000;
export const POLL_NOTES_MS = 1_000;
export const CHECK_SESSIONS_MS = 3_000;
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

/** Closes the connections of sessions that were ended, of users that were disabled or got another role. */
export async function checkSessions(ctx: Context, hub: Hub): Promise<void> {
  const bySession = new Map<string, LiveClient[]>();
  for (const client of hub.clients()) {
    const { sessionId } = client.actor;
    if (sessionId !== null) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), client]);
  }
  for (const clients of bySession.values()) {
    const [first] = clients;
    if (!first || (await isStillIn(ctx, first.actor))) continue;
    for (const client of clients) client.close(CLOSE.policy, 'the session has ended');
  }
}
