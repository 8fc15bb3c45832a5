import type { Schemas } from '#web/core/schema.ts';
import {
  isDay,
  isTime,
  newRecurrence,
  recurrenceFaults,
  recurrenceFieldOf,
  recurrenceOf,
  ruleOf,
  startOf,
  type Recurrence,
  type RecurrenceField,
} from '#web/domain/recurrence/recurrence.ts';
import { instantOf, localAt } from '#web/domain/recurrence/zone.ts';

export type Entry = Schemas['Window'] | Schemas['Freeze'];

/** A window or a freeze as the form holds it. A field keeps its value while it does not apply. */
export interface Draft extends Recurrence {
  name: string;
  durationSecs: number | null;
  /** The end of a freeze that does not recur, in place of a duration. */
  untilDate: string;
  untilTime: string;
  enabled: boolean;
}

export type Field = RecurrenceField | 'name' | 'durationSecs' | 'untilDate' | 'untilTime';
export type Faults = Partial<Record<Field, string>>;
export type Kind = Schemas['WindowGate'];

/** What a form begins with: two hours of the coming night, in the reader's time zone. */
export function newDraft(now: Date, timezone: string): Draft {
  const recurrence = newRecurrence(now, timezone);
  return {
    ...recurrence,
    name: '',
    durationSecs: 7_200,
    untilDate: recurrence.date,
    untilTime: '23:59',
    enabled: true,
  };
}

/** A draft of an existing entry, for the form. */
export function draftOf(entry: Entry, now: Date): Draft {
  const { name, timezone, rrule, starts_at: startsAt, duration_secs: durationSecs, enabled } = entry;
  const draft: Draft = {
    ...newDraft(now, timezone),
    ...recurrenceOf(entry, now),
    name,
    durationSecs,
    enabled,
  };
  if (rrule !== null) return draft;
  const start = new Date(startsAt ?? now);
  const end = localAt(new Date(start.getTime() + durationSecs * 1_000), timezone);
  const [untilDate = '', untilTime = ''] = end.split('T');
  return { ...draft, untilDate, untilTime };
}

/** What is wrong with the draft, by field; the manager checks the rest. */
export function faultsOf(draft: Draft, kind: Kind): Faults {
  const faults: Faults = recurrenceFaults(draft);
  if (draft.name.trim() === '') faults.name = 'Enter a name.';
  return { ...faults, ...lengthFaults(draft, kind) };
}

function lengthFaults(draft: Draft, kind: Kind): Faults {
  const { date, time, durationSecs, untilDate, untilTime } = draft;
  if (!hasUntil(draft, kind))
    return durationSecs === null || durationSecs < 60 ? { durationSecs: 'Enter at least one minute.' } : {};
  const faults: Faults = {};
  if (!isDay(untilDate)) faults.untilDate = 'Enter a day.';
  if (!isTime(untilTime)) faults.untilTime = 'Enter a time.';
  const areTimes = [date, untilDate].every(isDay) && [time, untilTime].every(isTime);
  if (areTimes && `${untilDate}T${untilTime}` <= `${date}T${time}`)
    faults.untilDate = 'The end must be after the start.';
  return faults;
}

/** For a freeze that does not recur, people give its end and not its duration. */
export const hasUntil = ({ repeats }: Pick<Draft, 'repeats'>, kind: Kind): boolean =>
  kind === 'freeze' && repeats === 'once';

export type EntryBody = Schemas['CreateWindowRequest'];

/** The request body for the manager; the draft must have no faults. */
export function bodyOf(draft: Draft, kind: Kind): EntryBody {
  const { timezone, repeats, enabled } = draft;
  const shared = { name: draft.name.trim(), timezone, enabled };
  if (repeats !== 'once') {
    const times = { rrule: ruleOf(draft), days_after: draft.daysAfter ?? 0 };
    return { ...shared, ...times, duration_secs: draft.durationSecs ?? 60 };
  }
  const start = startOf(draft) ?? new Date(0);
  return { ...shared, starts_at: start.toISOString(), duration_secs: secsOf(draft, start, kind) };
}

function secsOf(draft: Draft, start: Date, kind: Kind): number {
  if (!hasUntil(draft, kind)) return draft.durationSecs ?? 60;
  const end = instantOf(`${draft.untilDate}T${draft.untilTime}`, draft.timezone) ?? start;
  return Math.max(60, Math.round((end.getTime() - start.getTime()) / 1_000));
}

/** The field that a refusal of the manager's is about. */
export const fieldOf = (message: string, draft: Pick<Draft, 'repeats'>): RecurrenceField =>
  recurrenceFieldOf(message, draft);
