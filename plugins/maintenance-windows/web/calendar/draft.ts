import type { Schemas } from '../../../../web/core/schema.ts';
import { instantOf, isZone, localAt } from './zone.ts';

export type Entry = Schemas['Window'] | Schemas['Freeze'];
export type Repeats = 'once' | 'daily' | 'weekly' | 'monthly' | 'rule';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A window or a freeze as it is filled in. All fields stay, whichever of them count now. */
export interface Draft {
  name: string;
  timezone: string;
  repeats: Repeats;
  /** `2026-01-18`: of a repeated one the first day that it may start. */
  date: string;
  /** `02:00`. */
  time: string;
  days: readonly Weekday[];
  /** 1 to 4, or -1 for the last. */
  nth: string;
  weekday: Weekday;
  /** DTSTART and RRULE, a line each. */
  rule: string;
  durationSecs: number | null;
  /** Of a single freeze, in place of a duration. */
  untilDate: string;
  untilTime: string;
  enabled: boolean;
}

export type Field =
  'name' | 'timezone' | 'date' | 'time' | 'days' | 'rule' | 'durationSecs' | 'untilDate' | 'untilTime';
export type Faults = Partial<Record<Field, string>>;
export type Kind = Schemas['WindowGate'];

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d$/;
const DAY_SECS = 86_400;

/** What a form begins with: the coming night, in the zone of who fills it in. */
export function newDraft(now: Date, timezone: string): Draft {
  const date = localAt(new Date(now.getTime() + DAY_SECS * 1_000), timezone).slice(0, 10);
  return {
    ...{ name: '', timezone, repeats: 'weekly', date, time: '02:00', days: ['SU'], nth: '2', weekday: 'TU' },
    ...{ rule: '', durationSecs: 7_200, untilDate: date, untilTime: '23:59', enabled: true },
  };
}

/** One that is there, as it can be filled in again: a rule of another form stays a rule. */
export function draftOf(entry: Entry, now: Date): Draft {
  const { name, timezone, rrule, starts_at: startsAt, duration_secs: durationSecs, enabled } = entry;
  const draft: Draft = { ...newDraft(now, timezone), name, durationSecs, enabled };
  if (rrule === null) {
    const start = new Date(startsAt ?? now);
    const [date = '', time = ''] = localAt(start, timezone).split('T');
    const end = localAt(new Date(start.getTime() + durationSecs * 1_000), timezone);
    const [untilDate = '', untilTime = ''] = end.split('T');
    return { ...draft, repeats: 'once', date, time, untilDate, untilTime };
  }
  return { ...draft, rule: rrule, ...usualOf(rrule) };
}

const START = /^DTSTART[^:\n]*:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z?\r?\nRRULE:(.+)$/;
const MONTHLY = /^FREQ=MONTHLY;BYDAY=([1-4]|-1)(MO|TU|WE|TH|FR|SA|SU)$/;
const WEEKLY = /^FREQ=WEEKLY;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/;

/** What the form has fields for. */
function usualOf(rule: string): Partial<Draft> & { repeats: Repeats } {
  const [, year, month, day, hour, minute, rrule = ''] = START.exec(rule) ?? [];
  const at = { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
  if (rrule === 'FREQ=DAILY') return { repeats: 'daily', ...at };
  const days = WEEKLY.exec(rrule)?.[1];
  if (days !== undefined) return { repeats: 'weekly', ...at, days: days.split(',') as Weekday[] };
  const [, nth, weekday] = MONTHLY.exec(rrule) ?? [];
  if (nth !== undefined) return { repeats: 'monthly', ...at, nth, weekday: weekday as Weekday };
  return { repeats: 'rule' };
}

/** RFC 5545, on the clocks of the zone. */
function ruleOf({ repeats, timezone, date, time, days, nth, weekday, rule }: Draft): string {
  if (repeats === 'rule') return rule.trim();
  const compact = `${date.replaceAll('-', '')}T${time.replace(':', '')}00`;
  const chosen = WEEKDAYS.filter((one) => days.includes(one)).join(',');
  const rrule =
    repeats === 'daily'
      ? 'FREQ=DAILY'
      : repeats === 'weekly'
        ? `FREQ=WEEKLY;BYDAY=${chosen}`
        : `FREQ=MONTHLY;BYDAY=${nth}${weekday}`;
  return `DTSTART;TZID=${timezone}:${compact}\nRRULE:${rrule}`;
}

/** What is wrong with what was filled in, field by field; what only the manager knows is missing. */
export function faultsOf(draft: Draft, kind: Kind): Faults {
  const { name, timezone, repeats, days, rule } = draft;
  const faults: Faults = {};
  if (name.trim() === '') faults.name = 'Enter a name.';
  if (!isZone(timezone)) faults.timezone = 'Enter a time zone such as Europe/Berlin.';
  if (repeats === 'rule' && rule.trim() === '') faults.rule = 'Enter a line DTSTART and a line RRULE.';
  if (repeats === 'weekly' && days.length === 0) faults.days = 'Choose a day at least.';
  return { ...faults, ...timeFaults(draft, kind) };
}

function timeFaults(draft: Draft, kind: Kind): Faults {
  const { repeats, date, time, durationSecs, untilDate, untilTime } = draft;
  const faults: Faults = {};
  if (repeats !== 'rule' && !DATE.test(date)) faults.date = 'Enter a day.';
  if (repeats !== 'rule' && !TIME.test(time)) faults.time = 'Enter a time.';
  if (!hasUntil(draft, kind)) {
    if (durationSecs === null || durationSecs < 60) faults.durationSecs = 'Enter a minute at least.';
    return faults;
  }
  if (!DATE.test(untilDate)) faults.untilDate = 'Enter a day.';
  if (!TIME.test(untilTime)) faults.untilTime = 'Enter a time.';
  const isBackwards = `${untilDate}T${untilTime}` <= `${date}T${time}`;
  if (Object.keys(faults).length === 0 && isBackwards) faults.untilDate = 'It must end after it starts.';
  return faults;
}

/** People say until when nothing may begin, and not for how many hours. */
export const hasUntil = ({ repeats }: Pick<Draft, 'repeats'>, kind: Kind): boolean =>
  kind === 'freeze' && repeats === 'once';

export type EntryBody = Schemas['CreateWindowRequest'];

/** For the manager; only of a draft without faults. */
export function bodyOf(draft: Draft, kind: Kind): EntryBody {
  const { timezone, repeats, date, time, enabled } = draft;
  const shared = { name: draft.name.trim(), timezone, enabled };
  if (repeats !== 'rule' && repeats !== 'once')
    return { ...shared, rrule: ruleOf(draft), duration_secs: draft.durationSecs ?? 60 };
  if (repeats === 'rule') return { ...shared, rrule: ruleOf(draft), duration_secs: draft.durationSecs ?? 60 };
  const start = instantOf(`${date}T${time}`, timezone) ?? new Date(0);
  return { ...shared, starts_at: start.toISOString(), duration_secs: secsOf(draft, start, kind) };
}

function secsOf(draft: Draft, start: Date, kind: Kind): number {
  if (!hasUntil(draft, kind)) return draft.durationSecs ?? 60;
  const end = instantOf(`${draft.untilDate}T${draft.untilTime}`, draft.timezone) ?? start;
  return Math.max(60, Math.round((end.getTime() - start.getTime()) / 1_000));
}

/** The field that a refusal of the manager's is about. */
export function fieldOf(message: string, { repeats }: Draft): Field {
  if (/time zone/i.test(message)) return 'timezone';
  return repeats === 'rule' ? 'rule' : repeats === 'weekly' ? 'days' : 'date';
}
