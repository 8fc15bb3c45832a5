/** Times come as RFC 3339 in UTC; people read them in their own zone, and the exact UTC beside it. */

const DAY_MS = 86_400_000;

/** Units of more than a month, in days; a unit is told from twice its length on: “last month” tells no rows apart. */
const LONG_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25],
  ['month', 30.44],
  ['week', 7],
];

const relativeOf = (style: 'long' | 'narrow'): Intl.RelativeTimeFormat =>
  new Intl.RelativeTimeFormat('en', { numeric: 'auto', style });
const formats = { long: relativeOf('long'), narrow: relativeOf('narrow') };

/**
 * “3 minutes ago”, “in 2 hours”, or `narrow` “3m ago”; within three quarters of a minute “just now”. From 18 hours on by
 * the calendar of the reader's zone: “yesterday”, and up to 30 days “27 days ago”; then weeks, months and years.
 */
export function relativeTime(at: Date, now: Date, style: 'long' | 'narrow' = 'long'): string {
  const relative = formats[style];
  const secs = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(secs) < 45) return secs > 5 ? 'in a moment' : 'just now';
  const days = dayNumber(at) - dayNumber(now);
  if (Math.abs(secs) < 64_800 || days === 0)
    return Math.abs(secs) < 2_700
      ? relative.format(Math.round(secs / 60), 'minute')
      : relative.format(Math.round(secs / 3_600), 'hour');
  const [unit, length] = (Math.abs(days) > 30 && LONG_UNITS.find((one) => Math.abs(days) >= 2 * one[1])) || [
    'day' as const,
    1,
  ];
  return relative.format(Math.round(days / length), unit);
}

/** Counts the days of the calendar in the reader's zone, whatever their length. */
const dayNumber = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/** One formatter for each zone: making one takes longer than all else that a cell with a time does. */
const formatter = (parts: Intl.DateTimeFormatOptions): ((at: Date, timeZone?: string) => string) => {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (at, timeZone) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
    made.set(timeZone, known);
    return known.format(at);
  };
};

/** The time in the reader's zone, with the zone's name: “21 Nov 2026, 14:05 CET”. */
export const absoluteTime = formatter(MINUTE);

/** The same with seconds, where acts of one minute have an order: “21 Nov 2026, 14:05:09 CET”. */
export const exactTime = formatter({ ...MINUTE, second: '2-digit' });

/** The day in the reader's zone: “21 Nov 2026”. */
export const dateText = formatter(DAY);

/** The exact time, for the tooltip and for comparison with a log: “2026-11-21 13:05:09 UTC”. */
export function utcTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** “45 s”, “3 min 20 s”, “2 h 5 min”, “3 d 4 h”. */
export function durationText(secs: number): string {
  const whole = Math.max(0, Math.round(secs));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return joined(whole / 60, 'min', whole % 60, 's');
  if (whole < 86_400) return joined(whole / 3_600, 'h', (whole % 3_600) / 60, 'min');
  return joined(whole / 86_400, 'd', (whole % 86_400) / 3_600, 'h');
}

function joined(big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor(small);
  return rest === 0 ? `${Math.floor(big)} ${bigUnit}` : `${Math.floor(big)} ${bigUnit} ${rest} ${smallUnit}`;
}

/** Null if the text is missing or is not a time. */
export function parseTime(text: string | null | undefined): Date | null {
  if (!text) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
