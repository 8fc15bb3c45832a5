/**
 * Converts between local times of a zone and instants, with the browser's time zones. Local times are texts:
 * `2026-03-29T02:30`.
 */

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

export function isZone(timeZone: string): boolean {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** The local time in the zone, as if it were UTC, in milliseconds. */
function wallAt(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The local time in the zone at the instant, to the minute. */
export const localAt = (at: Date, timeZone: string): string =>
  new Date(wallAt(at.getTime(), timeZone)).toISOString().slice(0, 16);

/**
 * The instant of a local time, as the manager takes it: the first of a doubled hour; a time in a missing hour moves
 * forward by that hour. Null if it is not a time.
 */
export function instantOf(local: string, timeZone: string): Date | null {
  const wallMs = Date.parse(`${local}Z`);
  if (Number.isNaN(wallMs)) return null;
  const offsetAt = (ms: number): number => wallAt(ms, timeZone) - ms;
  const before = wallMs - offsetAt(wallMs - DAY_MS);
  const after = wallMs - offsetAt(wallMs + DAY_MS);
  const shown = [before, after].filter((ms) => wallAt(ms, timeZone) === wallMs);
  return new Date(shown.length > 0 ? Math.min(...shown) : before);
}
