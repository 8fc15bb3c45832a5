import type { Logger } from 'pino';
import { logThrottle } from '../../shared/logThrottle.ts';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import { clockSkewMs, type Database } from './database.ts';

/** A manager whose clock is further off does not start. */
export const MAX_SKEW_MS = 5_000;
const LOOK_MS = 60_000;
const TELL_MS = 3_600_000;
/** An answer that took longer tells too little. */
const MAX_ANSWER_MS = 2_000;

/**
 * Says in the log that this machine's clock has gone wrong since the start, once an hour, and when it is right again. Due
 * times and leases go by the database's clock; sign-ins, certificates and what people read go by this one.
 */
export function watchClock({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): {
  stop(): void;
} {
  if (db.dialect === 'sqlite') return { stop: () => undefined };
  let tell = logThrottle(TELL_MS);
  let isOff = false;
  const rhythm = { ms: LOOK_MS, failed: "the database's clock could not be looked at" };
  return every({ clock, log }, rhythm, async () => {
    const beganMs = performance.now();
    const skewMs = await clockSkewMs(db, clock);
    if (performance.now() - beganMs > MAX_ANSWER_MS) return;
    if (Math.abs(skewMs) > MAX_SKEW_MS) {
      isOff = true;
      const text = `this machine's clock is ${skewText(skewMs)} the database server's; set the wrong one right, by NTP say`;
      if (tell('') !== null) log.warn({ skewMs: Math.round(skewMs) }, text);
    } else if (isOff) {
      isOff = false;
      tell = logThrottle(TELL_MS);
      log.info("this machine's clock agrees with the database server's again");
    }
  });
}

const skewText = (skewMs: number): string =>
  `${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`;
