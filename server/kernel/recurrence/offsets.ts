import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;
/** Days and zones whose offsets are kept: some megabytes at most. */
const MOST_KEPT = 50_000;
const kept = new Map<string, number>();

/**
 * How far the zone's clocks are ahead of UTC, in milliseconds, at this local time, which is given as if it were UTC;
 * null where they may change within two days: then Temporal must be asked. Asking it for each start takes three times
 * as long as all else. (No zone changes its clocks twice within a day, so equal offsets at both ends of a day hold for
 * all of it.)
 */
export function steadyOffsetMs(wallMs: number, timezone: string): number | null {
  const day = Math.floor(wallMs / DAY_MS);
  const offsetMs = offsetAtMs(day, timezone);
  for (const other of [day - 2, day - 1, day + 1, day + 2])
    if (offsetAtMs(other, timezone) !== offsetMs) return null;
  return offsetMs;
}

/** The offset at the start of the day in UTC. */
function offsetAtMs(day: number, timezone: string): number {
  const key = `${timezone} ${day}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const at = Temporal.Instant.fromEpochMilliseconds(day * DAY_MS).toZonedDateTimeISO(timezone);
  const offsetMs = at.offsetNanoseconds / 1_000_000;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, offsetMs);
  return offsetMs;
}
