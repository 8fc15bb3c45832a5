import { plural } from '../../core/format.ts';
import { isDay, type Recurrence, type Repeats, type Weekday } from './recurrence.ts';
import { localAt } from './zone.ts';

export const REPEATS_TEXTS: Readonly<Record<Repeats, string>> = {
  once: 'Once',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly by weekday',
  monthday: 'Monthly by date',
  rule: 'Custom (RFC 5545)',
};

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

export const NTHS: readonly { value: string; label: string }[] = [
  { value: '1', label: 'first' },
  { value: '2', label: 'second' },
  { value: '3', label: 'third' },
  { value: '4', label: 'fourth' },
  { value: '-1', label: 'last' },
];

/** “Day 1” to “Day 28”, and the last one: those that each month has. */
export const MONTH_DAYS: readonly { value: string; label: string }[] = [
  ...Array.from({ length: 28 }, (_none, index) => ({ value: `${index + 1}`, label: `${index + 1}` })),
  { value: '-1', label: 'last' },
];

export const RULE_HELP =
  'One line DTSTART in the time zone below, and one line RRULE. For long-running rules use UNTIL, not COUNT.';

export const DAYS_AFTER_HELP =
  'For example, 3 days after the second Tuesday (which is not always the second Friday).';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** “The second Tuesday of the month at 02:00, plus 3 days”, on the clocks of its zone. */
export function startsText(recurrence: Recurrence): string {
  const { daysAfter, repeats } = recurrence;
  const words = ruleText(recurrence);
  return daysAfter && repeats !== 'once' ? `${words}, plus ${plural(daysAfter, 'day')}` : words;
}

function ruleText({ repeats, date, time, days, nth, weekday, monthDay, rule }: Recurrence): string {
  switch (repeats) {
    case 'once':
      return `Once, on ${localText(`${date}T${time}`)}`;
    case 'daily':
      return `Every day at ${time}`;
    case 'weekly':
      return `${list.format(days.map((day) => DAY_NAMES[day]))} at ${time}`;
    case 'monthly':
      return `The ${NTHS.find(({ value }) => value === nth)?.label ?? nth} ${DAY_NAMES[weekday]} of the month at ${time}`;
    case 'monthday':
      return monthDay === '-1'
        ? `The last day of the month at ${time}`
        : `Day ${monthDay} of the month at ${time}`;
    case 'rule':
      return `Rule ${rule.split(/\r?\n/).at(-1)?.replace('RRULE:', '') ?? ''}`;
  }
}

/** The same in a few words, for a name: “second Tuesday + 3 days”, “Sunday”, “day 1”. */
export function rhythmText({ repeats, date, days, nth, weekday, monthDay, daysAfter }: Recurrence): string {
  const later = daysAfter ? ` + ${plural(daysAfter, 'day')}` : '';
  switch (repeats) {
    case 'once':
      return plainDay(date);
    case 'daily':
      return `daily${later}`;
    case 'weekly':
      return `${list.format(days.map((day) => DAY_NAMES[day]))}${later}`;
    case 'monthly':
      return `${NTHS.find(({ value }) => value === nth)?.label ?? nth} ${DAY_NAMES[weekday]}${later}`;
    case 'monthday':
      return `${monthDay === '-1' ? 'last day' : `day ${monthDay}`} of the month${later}`;
    case 'rule':
      return `custom schedule${later}`;
  }
}

export const CLOCK_CHANGES = {
  skipped: 'Skipped by daylight saving; starts later that day.',
  repeated: 'Occurs twice by daylight saving; starts at the first.',
} as const;

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const plainDays = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026-03-29`: “29 Mar 2026”; '' for what is no day. */
export const plainDay = (day: string): string =>
  isDay(day) && !Number.isNaN(Date.parse(day)) ? plainDays.format(new Date(day)) : '';

/** A moment as the clocks of a zone show it: “Sun, 29 Mar 2026 at 03:30”. */
export const zonedText = (at: string | number, timezone: string): string =>
  localText(localAt(new Date(at), timezone));

/** Beside times of a zone, once. */
export const zoneText = (timezone: string): string => `Times in ${timezone}.`;

/** `2026-03-29T03:30:00`, as the clocks of a zone show it: “Sun, 29 Mar 2026 at 03:30”. */
export const localText = (local: string): string =>
  `${days.format(new Date(`${local}Z`))} at ${local.slice(11, 16)}`;
