import { Temporal } from 'temporal-polyfill';

/** A rule or a time zone that cannot be used; the message tells its author why. */
export class RecurrenceRefused extends Error {}

/**
 * A recurrence on the clocks of its zone, written as if they were UTC: so changes of clocks do not touch the rule
 * itself.
 */
export interface WallRule {
  /** RFC 5545, DTSTART and RRULE, for a library that reads it in UTC. */
  text: string;
  /** Look-ahead in days: starts beyond it are not worth the work. */
  lookAheadDays: number;
  /**
   * True for rules whose parts give at most 31 starts in a period: then the bound on periods bounds the work, and the
   * library may take its short ways, which it takes only without a bound on candidates.
   */
  isUsual: boolean;
  /** True for rules with COUNT. */
  isCounted: boolean;
}

/** By FREQ; people do not plan what starts more often. */
const LOOK_AHEAD_DAYS: Readonly<Record<string, number>> = {
  YEARLY: 400,
  MONTHLY: 400,
  WEEKLY: 400,
  DAILY: 64,
  HOURLY: 32,
};

const number = (max: number, signed = false): RegExp =>
  new RegExp(`^${signed ? '[+-]?' : ''}\\d{1,${String(max).length}}$`);
const list = (one: string): RegExp => new RegExp(`^${one}(?:,${one})*$`);
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^[A-Z]+$/,
  INTERVAL: number(400),
  COUNT: number(400),
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTH: list('\\d{1,2}'),
  BYMONTHDAY: list('[+-]?\\d{1,2}'),
  BYYEARDAY: list('[+-]?\\d{1,3}'),
  BYWEEKNO: list('[+-]?\\d{1,2}'),
  BYDAY: list('(?:[+-]?\\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)'),
  BYHOUR: list('\\d{1,2}'),
  BYMINUTE: list('\\d{1,2}'),
  BYSECOND: list('\\d{1,2}'),
  BYSETPOS: list('[+-]?\\d{1,3}'),
};
/**
 * Ranges of a part's numbers, without their signs: the library drops numbers outside, which leaves another rule. With
 * greater values of INTERVAL and COUNT it would count for long before it comes to today.
 */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  INTERVAL: [1, 400],
  COUNT: [1, 400],
  BYMONTH: [1, 12],
  BYMONTHDAY: [1, 31],
  BYYEARDAY: [1, 366],
  BYWEEKNO: [1, 53],
  BYDAY: [1, 53],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 59],
  BYSETPOS: [1, 366],
};
const USUAL = new Set(['FREQ', 'INTERVAL', 'UNTIL', 'WKST', 'BYMONTH', 'BYMONTHDAY', 'BYDAY']);
const STARTS_A_DAY = 24;
const STARTS_AN_HOUR = 4;

/**
 * Reads a rule: one line DTSTART, in local time, and one line RRULE (RFC 5545, 3.3.10). Bounds what the rule
 * may ask of whoever evaluates it. Throws RecurrenceRefused.
 */
export function readRule(rule: string, timezone: string): WallRule {
  const { dtstart, rrule } = linesOf(rule, timezone);
  const parts = partsOf(rrule);
  const freq = parts.get('FREQ') ?? '';
  const lookAheadDays = LOOK_AHEAD_DAYS[freq];
  if (lookAheadDays === undefined)
    throw new RecurrenceRefused('FREQ must be HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY.');
  refuseTooMuch(parts, freq);
  const until = parts.get('UNTIL');
  if (until !== undefined) parts.set('UNTIL', wallUntil(until, timezone));
  const text = [...parts].map(([name, value]) => `${name}=${value}`).join(';');
  const isUsual =
    freq !== 'HOURLY' && freq !== 'YEARLY' && [...parts.keys()].every((name) => USUAL.has(name));
  const isCounted = parts.has('COUNT');
  return { text: `DTSTART:${dtstart}Z\nRRULE:${text}`, lookAheadDays, isUsual, isCounted };
}

/** Zones that were found valid: to check one takes as long as half a dozen starts. */
const knownZones = new Set<string>();
const MOST_ZONES = 1_000;

/** Throws RecurrenceRefused for what is no IANA time zone that this manager knows. */
export function requireZone(timezone: string): void {
  if (knownZones.has(timezone)) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    if (knownZones.size < MOST_ZONES) knownZones.add(timezone);
  } catch {
    throw new RecurrenceRefused(`The time zone ${timezone} is unknown.`);
  }
}

const DTSTART = /^DTSTART(?:;TZID=([^:;]+))?:(\d{8}T\d{6})(Z?)$/;
const RRULE = /^RRULE:(.+)$/;

function linesOf(rule: string, timezone: string): { dtstart: string; rrule: string } {
  const lines = rule.trim().split(/\r?\n/);
  const start = lines.map((line) => DTSTART.exec(line)).find((found) => found !== null);
  const rrule = lines.map((line) => RRULE.exec(line)).find((found) => found !== null)?.[1];
  if (lines.length !== 2 || !start || rrule === undefined)
    throw new RecurrenceRefused('The rule must be one line DTSTART with a time, and one line RRULE.');
  const [, zone, dtstart = '', utc] = start;
  if (zone !== undefined && zone !== timezone)
    throw new RecurrenceRefused(`DTSTART is in ${zone}, and the time zone is ${timezone}.`);
  if (utc === 'Z' && timezone !== 'UTC')
    throw new RecurrenceRefused('DTSTART must be in local time: without Z at its end.');
  requireYear(wallTime(dtstart, 'DTSTART').year, 'DTSTART');
  return { dtstart, rrule };
}

/** Throws RecurrenceRefused for a year so far away that ends and later starts might have no date any more. */
export function requireYear(year: number, what: string): void {
  if (year < 1970 || year > 2199) throw new RecurrenceRefused(`${what} must be between 1970 and 2199.`);
}

function partsOf(rrule: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of rrule.split(';')) {
    const [name = '', value = ''] = part.split('=', 2);
    const form = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!form) throw new RecurrenceRefused(`The part ${name.slice(0, 20)} of the rule is unknown.`);
    if (part !== `${name}=${value}` || !form.test(value))
      throw new RecurrenceRefused(`The part ${name} of the rule makes no sense.`);
    refuseOutside(name, value);
    if (parts.has(name)) throw new RecurrenceRefused(`The part ${name} stands twice in the rule.`);
    parts.set(name, value);
  }
  return parts;
}

function refuseOutside(name: string, value: string): void {
  const [min, max] = RANGES[name] ?? [0, Infinity];
  const numbers = value.match(/\d+/g)?.map(Number) ?? [];
  if (RANGES[name] && numbers.some((one) => one < min || one > max))
    throw new RecurrenceRefused(`${name} must be from ${min} to ${max}.`);
}

function refuseTooMuch(parts: ReadonlyMap<string, string>, freq: string): void {
  const many = (name: string): number => parts.get(name)?.split(',').length ?? 1;
  const withinHour = many('BYMINUTE') * many('BYSECOND');
  const starts = freq === 'HOURLY' ? withinHour : many('BYHOUR') * withinHour;
  if (starts > (freq === 'HOURLY' ? STARTS_AN_HOUR : STARTS_A_DAY))
    throw new RecurrenceRefused(
      `BYHOUR, BYMINUTE and BYSECOND may make ${STARTS_A_DAY} starts a day, of an hourly rule ${STARTS_AN_HOUR} an hour.`,
    );
}

/** UNTIL on the clocks of the zone: the RFC has it in UTC, and people write it in local time or as a day too. */
function wallUntil(until: string, timezone: string): string {
  if (!until.includes('T')) {
    wallTime(`${until}T235959`, 'UNTIL');
    return `${until}T235959Z`;
  }
  const wall = wallTime(until.replace('Z', ''), 'UNTIL');
  if (!until.endsWith('Z')) return `${until}Z`;
  const local = wall.toZonedDateTime('UTC').withTimeZone(timezone).toPlainDateTime();
  return `${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`;
}

function wallTime(text: string, part: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    throw new RecurrenceRefused(`${part} is no date and time.`);
  }
}
