// tier: night
// time-limit: 240
/**
 * Compares the starts of a thousand generated rules with another implementation: `rrule` for the calendar, and a
 * mapping into the zone made here from what Intl says. It shares only the time zone database with ours.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import rruleLibrary from 'rrule';
import { occurrencesOf, requireStarts } from './occurrences.ts';
import { RecurrenceRefused } from './rule.ts';

const { RRule } = rruleLibrary;
const test = suite('generated rules');

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const RULES = 1_000;
const YEARS = 10;
/** How many starts are compared at the beginning, and around a change of clocks in one of the years. */
const FIRST = 5;
const LATER = 3;
const FIRST_YEAR = 2026;

/**
 * Zones with summer time north and south, by an hour and by half of one; with offsets of quarters of an hour; without
 * summer time, and one that gave it up.
 */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Tokyo',
];

/** Mulberry32: the same rules at each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Generated {
  timezone: string;
  /** Start as the zone's clocks show it. */
  dtstart: string;
  rule: string;
  /** True for rules that end by COUNT or UNTIL. */
  ends: boolean;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const two = (value: number): string => String(value).padStart(2, '0');

/** Makes rules, only of combinations that RFC 5545 allows. */
class Generator {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  rule(): Generated {
    const month = this.#from(1, 12);
    const date = `${FIRST_YEAR}${two(month)}${two(this.#from(1, 28))}`;
    // Most are at night, when clocks change.
    const hour = this.#maybe(0.7) ? this.#from(0, 3) : this.#from(0, 23);
    const minute = this.#pick([0, 0, 15, 30, 45, 59]);
    const freq = this.#pick(['HOURLY', 'DAILY', 'DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'YEARLY']);
    const parts = [`FREQ=${freq}`, ...this.#partsOf(freq), ...this.#endOf(freq)];
    const rule = parts.join(';');
    return {
      timezone: this.#pick(ZONES),
      dtstart: `${date}T${two(hour)}${two(minute)}00`,
      rule,
      ends: /COUNT|UNTIL/.test(rule),
    };
  }

  #partsOf(freq: string): string[] {
    const parts = this.#maybe(0.4) ? [`INTERVAL=${this.#from(2, freq === 'YEARLY' ? 3 : 5)}`] : [];
    if (this.#maybe(0.2)) parts.push(`WKST=${this.#pick(WEEKDAYS)}`);
    switch (freq) {
      case 'HOURLY':
        return this.#maybe(0.5) ? [...parts, `BYDAY=${this.#some(WEEKDAYS, 3)}`] : parts;
      case 'DAILY':
        return [...parts, ...this.#months(0.3), ...this.#weekdays(0.3), ...this.#hours(0.3)];
      case 'WEEKLY':
        return [...parts, ...this.#weekdays(0.9), ...this.#months(0.2), ...this.#hours(0.2)];
      case 'MONTHLY':
        return [...parts, ...this.#daysOfMonth(), ...this.#months(0.2), ...this.#hours(0.2)];
      default:
        return [...parts, ...this.#daysOfYear(), ...this.#hours(0.1)];
    }
  }

  /** The parts that end a rule; none for most: they go on for ever. */
  #endOf(freq: string): string[] {
    if (freq === 'HOURLY' || this.#maybe(0.15)) return [`COUNT=${this.#from(1, 400)}`];
    if (this.#maybe(0.8)) return [];
    return [`UNTIL=${FIRST_YEAR + this.#from(1, YEARS)}${two(this.#from(1, 12))}15T120000`];
  }

  #daysOfMonth(): string[] {
    const nth = `${this.#pick(['1', '2', '3', '4', '-1', '-2'])}${this.#pick(WEEKDAYS)}`;
    return [
      [`BYDAY=${nth}`],
      [`BYMONTHDAY=${this.#pick([1, 15, 28, 29, 30, 31, -1, -2])}`],
      [`BYMONTHDAY=${this.#some([1, 10, 20, 29, 31, -1, -3], 3)}`],
      [`BYDAY=${this.#some(WEEKDAYS, 5)}`, `BYSETPOS=${this.#pick([1, 2, 3, -1, -2])}`],
      [`BYDAY=${this.#some(WEEKDAYS, 2)}`, 'BYMONTHDAY=8,9,10,11,12,13,14'],
      [],
    ][this.#from(0, 5)] as string[];
  }

  #daysOfYear(): string[] {
    const month = `BYMONTH=${this.#from(1, 12)}`;
    return [
      [month, `BYDAY=${this.#pick(['1', '2', '3', '-1'])}${this.#pick(WEEKDAYS)}`],
      [month, `BYMONTHDAY=${this.#pick([1, 28, -1])}`],
      ['BYMONTH=2', 'BYMONTHDAY=29'],
      [`BYYEARDAY=${this.#some([1, 59, 60, 100, 365, 366, -1, -366], 3)}`],
      [`BYWEEKNO=${this.#from(2, 51)}`, `BYDAY=${this.#pick(WEEKDAYS)}`],
      [`BYDAY=${this.#pick([1, 20, 50, -1])}${this.#pick(WEEKDAYS)}`],
      [],
    ][this.#from(0, 6)] as string[];
  }

  #months = (share: number): string[] =>
    this.#maybe(share) ? [`BYMONTH=${this.#some([1, 2, 3, 4, 6, 9, 10, 11], 4)}`] : [];
  #weekdays = (share: number): string[] => (this.#maybe(share) ? [`BYDAY=${this.#some(WEEKDAYS, 4)}`] : []);
  #hours = (share: number): string[] =>
    this.#maybe(share) ? [`BYHOUR=${this.#some([0, 1, 2, 3, 12, 23], 3)}`] : [];

  #from = (min: number, max: number): number => min + Math.floor(this.#random() * (max - min + 1));
  #maybe = (share: number): boolean => this.#random() < share;
  #pick = <T>(items: readonly T[]): T => items[this.#from(0, items.length - 1)] as T;

  #some(items: readonly (string | number)[], most: number): string {
    const chosen = new Set(Array.from({ length: this.#from(1, most) }, () => this.#pick(items)));
    return items.filter((item) => chosen.has(item)).join(',');
  }
}

/**
 * The other implementation: starts on the zone's clocks, as if they were UTC. Of a rule that ends, all starts; of
 * others those up to two years after the instant, of a yearly one (29 February, each third year) up to twenty.
 */
function wallsOf({ dtstart, rule, ends }: Generated, fromMs: number): number[] {
  // UNTIL without Z is read as UTC, and so is DTSTART here: both are on the zone's clocks.
  const parsed = new RRule({ ...RRule.parseString(rule), dtstart: new Date(iso(dtstart)) });
  const toMs = fromMs + (rule.startsWith('FREQ=YEARLY') ? 20 : 2) * 366 * DAY_MS;
  const found = ends ? parsed.all() : parsed.between(new Date(0), new Date(toMs), true);
  return found.map((date) => date.getTime());
}

const iso = (text: string): string =>
  text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks of the zone show at the instant, as if it were UTC. */
function wallAt(ms: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = 'numeric';
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
    format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', second: numeric, ...fields });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The first instant at which clocks show this local time; in a gap, the instant by the offset before the gap. */
function instantOf(wallMs: number, timeZone: string): number {
  const offsetAt = (ms: number): number => wallAt(ms, timeZone) - ms;
  const before = wallMs - offsetAt(wallMs - DAY_MS);
  const after = wallMs - offsetAt(wallMs + DAY_MS);
  const shown = [before, after].filter((ms) => wallAt(ms, timeZone) === wallMs);
  return shown.length > 0 ? Math.min(...shown) : before;
}

const changes = new Map<string, number[]>();

/** The noons, in UTC, of the days of that year at whose noon the offset differs from that of the noon before. */
function changesOf(timeZone: string, year: number): number[] {
  const key = `${timeZone} ${year}`;
  const known = changes.get(key);
  if (known) return known;
  const noons = Array.from({ length: 365 }, (_, day) => Date.UTC(year, 0, 1 + day, 12));
  const offsetAt = (ms: number): number => wallAt(ms, timeZone) - ms;
  const found = noons.filter((ms) => offsetAt(ms) !== offsetAt(ms - DAY_MS));
  changes.set(key, found);
  return found;
}

/** The next starts from the instant on. */
function expectedFrom(walls: readonly number[], timezone: string, { fromMs, limit }: Query): number[] {
  // No zone is more than 14 h from UTC; between these and the first start lie 28 hours at most, of one start each.
  const near = walls.filter((wallMs) => wallMs > fromMs - 14 * HOUR_MS).slice(0, limit + 30);
  const starts = near.map((wallMs) => instantOf(wallMs, timezone)).sort((a, b) => a - b);
  // Two starts may become one instant after a missing hour; each opens the window.
  return starts.filter((ms) => ms + DURATION_MS > fromMs).slice(0, limit);
}

interface Query {
  fromMs: number;
  limit: number;
}

const DURATION_MS = 60_000;

function oursFrom({ timezone, dtstart, rule }: Generated, { fromMs, limit }: Query): number[] {
  const times = { timezone, rrule: `DTSTART:${dtstart}\nRRULE:${rule}`, startsAt: null };
  return occurrencesOf({ ...times, durationSecs: DURATION_MS / 1_000 }, { fromMs, limit, least: limit }).map(
    ({ startMs }) => startMs,
  );
}

const text = (starts: readonly number[]): string[] => starts.map((ms) => new Date(ms).toISOString());

interface Compared {
  starts: number;
  differs: object[];
}

/** Compares as many starts as both give: ours stops looking after a while, the other one at its horizon. */
function compare(generated: Generated, walls: readonly number[], query: Query): Compared {
  const expected = text(expectedFrom(walls, generated.timezone, query));
  const ours = text(oursFrom(generated, query));
  const starts = Math.min(expected.length, ours.length);
  const isMissing = expected.length > 0 && ours.length === 0;
  const isTooMuch = generated.ends && ours.length > expected.length;
  const isSame = JSON.stringify(ours.slice(0, starts)) === JSON.stringify(expected.slice(0, starts));
  const from = text([query.fromMs]);
  return {
    starts,
    differs: isSame && !isMissing && !isTooMuch ? [] : [{ ...generated, from, ours, expected }],
  };
}

/**
 * An instant a day and a half before clocks change in one of the years; where they do not change, on some day of it.
 */
function laterOf({ timezone }: Generated, random: () => number): number {
  const year = FIRST_YEAR + Math.floor(random() * YEARS);
  const found = changesOf(timezone, year);
  const change = found[Math.floor(random() * found.length)];
  return change === undefined ? Date.UTC(year, 0, 1 + Math.floor(random() * 365)) : change - 1.5 * DAY_MS;
}

/** Whether the rule would be accepted when a window is saved: COUNT over too long a time is refused. */
const isTaken = ({ timezone, dtstart, rule }: Generated): boolean => {
  try {
    requireStarts({ timezone, rrule: `DTSTART:${dtstart}\nRRULE:${rule}`, startsAt: null, durationSecs: 60 });
    return true;
  } catch (error) {
    if (error instanceof RecurrenceRefused) return false;
    throw error;
  }
};

test(`${RULES} rules start when another implementation says: their first ${FIRST} starts, and ${LATER} where clocks change in one of ${YEARS} years`, () => {
  const generator = new Generator(20_261_123);
  const random = randomOf(7);
  const all: Compared[] = [];
  const refused: Generated[] = [];
  for (let taken = 0; taken < RULES;) {
    const generated = generator.rule();
    const laterMs = laterOf(generated, random);
    if (!isTaken(generated)) {
      if (!generated.rule.includes('COUNT')) refused.push(generated);
      continue;
    }
    taken++;
    // Taken up to some years after the later of both instants: the starts after the earlier one are among them.
    const walls = wallsOf(generated, laterMs);
    all.push(compare(generated, walls, { fromMs: Date.UTC(FIRST_YEAR - 1, 11, 31), limit: FIRST }));
    all.push(compare(generated, walls, { fromMs: laterMs, limit: LATER }));
  }
  const differs = all.flatMap((one) => one.differs);
  const wronglyRefused = refused.filter((rule) => wallsOf(rule, Date.UTC(FIRST_YEAR + YEARS)).length > 0);
  assert.equal(wronglyRefused, [], 'refused, and they have starts');
  const starts = all.reduce((sum, one) => sum + one.starts, 0);
  assert.equal(differs.slice(0, 5), [], `${differs.length} of ${RULES} rules differ`);
  assert.ok(starts > 5_000, `${starts} starts were compared`);
});

test.run();
