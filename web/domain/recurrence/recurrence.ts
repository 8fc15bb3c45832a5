import { instantOf, isZone, localAt } from './zone.ts';

export const REPEATS = ['once', 'daily', 'weekly', 'monthly', 'monthday', 'rule'] as const;
export type Repeats = (typeof REPEATS)[number];

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When something starts, as it is filled in. All fields keep their values, whichever count now. */
export interface Recurrence {
  timezone: string;
  repeats: Repeats;
  /** `2026-01-18`; for a repeated start, the first day on which it may happen. */
  date: string;
  /** `02:00`. */
  time: string;
  days: readonly Weekday[];
  /** 1 to 4, or -1 for the last. */
  nth: string;
  weekday: Weekday;
  /** 1 to 28, or -1 for the last; days that some months do not have need a rule. */
  monthDay: string;
  /** DTSTART and RRULE, a line each. */
  rule: string;
  /** Days added to the start; null: what is filled in is not a number. Kept beside the rule, not in it. */
  daysAfter: number | null;
}

/** The most days that a start may be later than its rule says. */
export const MOST_DAYS_AFTER = 27;

export type RecurrenceField = 'timezone' | 'date' | 'time' | 'days' | 'rule' | 'daysAfter';
export type RecurrenceFaults = Partial<Record<RecurrenceField, string>>;

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d$/;
const DAY_MS = 86_400_000;

/**
 * What a form begins with: tomorrow at 02:00, or from then on each Sunday, in the zone of the person who fills it in.
 */
export function newRecurrence(now: Date, timezone: string): Recurrence {
  const date = localAt(new Date(now.getTime() + DAY_MS), timezone).slice(0, 10);
  return {
    timezone,
    repeats: 'weekly',
    date,
    time: '02:00',
    days: ['SU'],
    nth: '2',
    weekday: 'TU',
    rule: '',
    monthDay: '1',
    daysAfter: 0,
  };
}

/**
 * What a new policy and a new window begin with: the second Tuesday of the month at 22:00. The same for both, so that a
 * run meets the window that was made beside it.
 */
export const patchNight = (now: Date, timezone: string): Recurrence => ({
  ...newRecurrence(now, timezone),
  repeats: 'monthly',
  time: '22:00',
});

/** What the manager stores: a rule, or a single instant. */
export interface KeptRecurrence {
  timezone: string;
  /** RFC 5545; null: it starts once, at `starts_at`. */
  rrule: string | null;
  starts_at?: string | null;
  /** For what may start some days after its rule. */
  days_after?: number;
}

/** A stored recurrence as it is filled in; a rule that the fields cannot express stays a rule. */
export function recurrenceOf(kept: KeptRecurrence, now: Date): Recurrence {
  const { timezone, rrule, starts_at: startsAt, days_after: daysAfter = 0 } = kept;
  const fresh = { ...newRecurrence(now, timezone), daysAfter };
  if (rrule !== null) return { ...fresh, rule: rrule, ...usualOf(rrule) };
  const [date = '', time = ''] = localAt(new Date(startsAt ?? now), timezone).split('T');
  return { ...fresh, repeats: 'once', date, time };
}

const START = /^DTSTART[^:\n]*:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z?\r?\nRRULE:(.+)$/;
const MONTHLY = /^FREQ=MONTHLY;BYDAY=([1-4]|-1)(MO|TU|WE|TH|FR|SA|SU)$/;
const MONTHDAY = /^FREQ=MONTHLY;BYMONTHDAY=([1-9]|1\d|2[0-8]|-1)$/;
const WEEKLY = /^FREQ=WEEKLY;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/;

/** Reads a rule into the fields, if they can express it. */
function usualOf(rule: string): Partial<Recurrence> & { repeats: Repeats } {
  const [, year, month, day, hour, minute, rrule = ''] = START.exec(rule) ?? [];
  const at = { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
  if (rrule === 'FREQ=DAILY') return { repeats: 'daily', ...at };
  const days = WEEKLY.exec(rrule)?.[1];
  if (days !== undefined) return { repeats: 'weekly', ...at, days: days.split(',') as Weekday[] };
  const [, nth, weekday] = MONTHLY.exec(rrule) ?? [];
  if (nth !== undefined) return { repeats: 'monthly', ...at, nth, weekday: weekday as Weekday };
  const monthDay = MONTHDAY.exec(rrule)?.[1];
  if (monthDay !== undefined) return { repeats: 'monthday', ...at, monthDay };
  return { repeats: 'rule' };
}

/** The rule of a repeated start: RFC 5545, in local times of the zone. */
export function ruleOf(recurrence: Recurrence): string {
  const { repeats, timezone, date, time, rule } = recurrence;
  if (repeats === 'rule') return rule.trim();
  const compact = `${date.replaceAll('-', '')}T${time.replace(':', '')}00`;
  return `DTSTART;TZID=${timezone}:${compact}\nRRULE:${rhythmOf(recurrence)}`;
}

function rhythmOf({ repeats, days, nth, weekday, monthDay }: Recurrence): string {
  switch (repeats) {
    case 'daily':
      return 'FREQ=DAILY';
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${WEEKDAYS.filter((one) => days.includes(one)).join(',')}`;
    case 'monthday':
      return `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`;
    default:
      return `FREQ=MONTHLY;BYDAY=${nth}${weekday}`;
  }
}

/** The instant of a single start; null while no time is filled in. */
export const startOf = ({ date, time, timezone }: Recurrence): Date | null =>
  instantOf(`${date}T${time}`, timezone);

/** What is wrong with each field, except what only the manager knows. */
export function recurrenceFaults(recurrence: Recurrence): RecurrenceFaults {
  const { timezone, repeats, days, date, time, rule, daysAfter } = recurrence;
  const faults: RecurrenceFaults = {};
  if (!isZone(timezone)) faults.timezone = 'Enter a time zone such as Europe/Berlin.';
  if (repeats === 'rule' && rule.trim() === '') faults.rule = 'Enter a line DTSTART and a line RRULE.';
  if (repeats === 'weekly' && days.length === 0) faults.days = 'Select at least one day.';
  if (repeats !== 'rule' && !isDay(date)) faults.date = 'Enter a day.';
  if (repeats !== 'rule' && !isTime(time)) faults.time = 'Enter a time.';
  const isNumber = daysAfter !== null && Number.isInteger(daysAfter);
  if (repeats !== 'once' && (!isNumber || daysAfter < 0 || daysAfter > MOST_DAYS_AFTER))
    faults.daysAfter = `From 0 to ${MOST_DAYS_AFTER} days.`;
  return faults;
}

export const isDay = (text: string): boolean => DATE.test(text);
export const isTime = (text: string): boolean => TIME.test(text);

/** The field that the manager's refusal is about. */
export function recurrenceFieldOf(
  message: string,
  { repeats }: Pick<Recurrence, 'repeats'>,
): RecurrenceField {
  if (/time zone/i.test(message)) return 'timezone';
  return repeats === 'rule' ? 'rule' : repeats === 'weekly' ? 'days' : 'date';
}
