import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import { every } from './every.ts';

/** How often the database's clock is looked at. */
const LOOK_MS = 30_000;
/** Less is of no importance to due times. */
const LEAST_MS = 5_000;

/**
 * Does `work` half a minute after the start, and whenever the database's clock was set back: it was ahead at boot, say.
 * Times that it gave before lie too far ahead then, and nobody would do what waits for them until it has come there
 * again. Every manager does it, for each of them may have been the one that was off. After a failure, which is logged
 * with the words `failed`, it is tried again.
 */
export function afterSetBack(
  { db, clock, log }: { db: Pick<Database, 'now'>; clock: Clock; log: Logger },
  { failed }: { failed: string },
  work: () => Promise<void>,
): { stop(): void } {
  let lastMs = Infinity;
  return every({ clock, log }, { ms: LOOK_MS, failed }, async () => {
    const nowMs = (await db.now()).getTime();
    if (nowMs < lastMs - LEAST_MS) await work();
    lastMs = nowMs;
  });
}
