import { proposedName } from '#web/core/proposedName.ts';
import type { Schemas } from '#web/core/schema.ts';
import {
  isDay,
  isTime,
  patchNight,
  recurrenceFaults,
  recurrenceFieldOf,
  recurrenceOf,
  ruleOf,
  startOf,
  type Recurrence,
  type RecurrenceField,
} from '#web/domain/recurrence/recurrence.ts';
import { plainDay, rhythmText } from '#web/domain/recurrence/texts.ts';
import { instantOf, localAt } from '#web/domain/recurrence/zone.ts';

export type Entry = Schemas['Window'] | Schemas['Freeze'];

/** A window or a freeze as the form holds it. A field keeps its value while it does not apply. */
export interface Draft extends Recurrence {
  /** Null: nobody has typed one, so that it is the proposed one. */
  name: string | null;
  durationSecs: number | null;
  /** The end of a freeze that does not recur, in place of a duration; null: a week after its start. */
  untilDate: string | null;
  untilTime: string;
  enabled: boolean;
}

export type Field = RecurrenceField | 'name' | 'durationSecs' | 'untilDate' | 'untilTime';
export type Faults = Partial<Record<Field, string>>;
export type Kind = Schemas['WindowGate'];

/**
 * What a form begins with, in the reader's time zone: a window of two hours on the night of new policies, or a freeze of
 * the week from tomorrow on.
 */
export function newDraft(now: Date, timezone: string, kind: Kind): Draft {
  const starts = patchNight(now, timezone);
  return {
    ...starts,
    ...(kind === 'freeze' ? { repeats: 'once', time: MIDNIGHT } : {}),
    name: null,
    durationSecs: 7_200,
    untilDate: null,
    untilTime: MIDNIGHT,
    enabled: true,
  };
}

const MIDNIGHT = '00:00';
const WEEK_DAYS = 7;

/** The day on which a freeze ends that does not recur; '' while it has no start. */
export const untilOf = ({ date, untilDate }: Pick<Draft, 'date' | 'untilDate'>): string =>
  untilDate ?? dayAfter(date, WEEK_DAYS);

/** `2026-12-23` and 10: `2027-01-02`; '' for what is no day. */
export function dayAfter(day: string, days: number): string {
  const at = isDay(day) ? Date.parse(day) : NaN;
  return Number.isNaN(at) ? '' : new Date(at + days * 86_400_000).toISOString().slice(0, 10);
}

/** From the day before Christmas Eve until the end of New Year's Day, the next time that it has not begun. */
export function turnOfTheYear(now: Date): Pick<Draft, 'date' | 'time' | 'untilDate' | 'untilTime'> {
  const year = now.getFullYear() + Number(now.getMonth() === 11 && now.getDate() >= 23);
  return { date: `${year}-12-23`, time: MIDNIGHT, untilDate: `${year + 1}-01-02`, untilTime: MIDNIGHT };
}

/** The last day that a freeze holds as a whole, where it ends at midnight; null: it ends within a day, or before it starts. */
export const lastDayOf = (draft: Draft): string | null =>
  draft.untilTime === MIDNIGHT && !endsFirst(draft) ? dayAfter(untilOf(draft), -1) || null : null;

/**
 * What it is called while nobody has typed a name; `owner`: the group or the host, null: not chosen, or all. '' also
 * where it would end before it starts.
 */
export function proposalOf(draft: Draft, kind: Kind, owner: string | null): string {
  if (kind === 'window') return owner === null ? '' : proposedName([owner, rhythmText(draft)]);
  const of = owner === null ? 'Freeze' : `Freeze of ${owner}`;
  if (!hasUntil(draft, kind)) return proposedName([of, rhythmText(draft)]);
  if (endsFirst(draft)) return '';
  const [from, to] = [plainDay(draft.date), plainDay(lastDayOf(draft) ?? untilOf(draft))];
  return proposedName([of, from === to ? from : `${from} to ${to}`]);
}

/** A draft of an existing entry, for the form. */
export function draftOf(entry: Entry, now: Date): Draft {
  const { name, timezone, rrule, starts_at: startsAt, duration_secs: durationSecs, enabled } = entry;
  const draft: Draft = {
    ...newDraft(now, timezone, 'host_id' in entry ? 'window' : 'freeze'),
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
  if (draft.name?.trim() === '') faults.name = 'Enter a name.';
  return { ...faults, ...lengthFaults(draft, kind) };
}

function lengthFaults(draft: Draft, kind: Kind): Faults {
  const { durationSecs, untilTime } = draft;
  const untilDate = untilOf(draft);
  if (!hasUntil(draft, kind))
    return durationSecs === null || durationSecs < 60 ? { durationSecs: 'Enter at least one minute.' } : {};
  const faults: Faults = {};
  if (!isDay(untilDate)) faults.untilDate = 'Enter a day.';
  if (!isTime(untilTime)) faults.untilTime = 'Enter a time.';
  return { ...faults, ...endFaults(draft, kind) };
}

export const END_FIRST = 'The end must be after the start.';

/** What is wrong with the order of a start and an end that are both known. */
export const endFaults = (draft: Draft, kind: Kind): Faults =>
  hasUntil(draft, kind) && endsFirst(draft) ? { untilDate: END_FIRST } : {};

function endsFirst(draft: Draft): boolean {
  const { date, time, untilTime } = draft;
  const untilDate = untilOf(draft);
  const areTimes = [date, untilDate].every(isDay) && [time, untilTime].every(isTime);
  return areTimes && `${untilDate}T${untilTime}` <= `${date}T${time}`;
}

/** For a freeze that does not recur, people give its end and not its duration. */
export const hasUntil = ({ repeats }: Pick<Draft, 'repeats'>, kind: Kind): boolean =>
  kind === 'freeze' && repeats === 'once';

export type EntryBody = Schemas['CreateWindowRequest'];

/** The request body for the manager; the draft must have no faults. `proposal` is its name if nobody has typed one. */
export function bodyOf(draft: Draft, kind: Kind, proposal = ''): EntryBody {
  const { timezone, repeats, enabled } = draft;
  const shared = { name: (draft.name ?? proposal).trim(), timezone, enabled };
  if (repeats !== 'once') {
    const times = { rrule: ruleOf(draft), days_after: draft.daysAfter ?? 0 };
    return { ...shared, ...times, duration_secs: draft.durationSecs ?? 60 };
  }
  const start = startOf(draft) ?? new Date(0);
  return { ...shared, starts_at: start.toISOString(), duration_secs: secsOf(draft, start, kind) };
}

function secsOf(draft: Draft, start: Date, kind: Kind): number {
  if (!hasUntil(draft, kind)) return draft.durationSecs ?? 60;
  const end = instantOf(`${untilOf(draft)}T${draft.untilTime}`, draft.timezone) ?? start;
  return Math.max(60, Math.round((end.getTime() - start.getTime()) / 1_000));
}

/** The field that a refusal of the manager's is about. */
export const fieldOf = (message: string, draft: Pick<Draft, 'repeats'>): RecurrenceField =>
  recurrenceFieldOf(message, draft);
