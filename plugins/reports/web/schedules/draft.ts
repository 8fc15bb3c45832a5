import {
  newRecurrence,
  recurrenceFaults,
  recurrenceOf,
  ruleOf,
  type Recurrence,
  type RecurrenceFaults,
  type Repeats,
} from '#web/domain/recurrence/recurrence.ts';
import type { Begun } from '../begun.ts';
import type { Schedule, ScheduleBody } from './read.ts';

/** The fields of the form. */
export interface Draft {
  /** Null: nobody has typed one, so that it is the proposed one. */
  name: string | null;
  enabled: boolean;
  reportType: Schedule['report_type'];
  format: Schedule['format'];
  period: Schedule['period'];
  /** Used for `last_days` only; null: no legible number. */
  periodDays: number | null;
  /** '': all hosts. */
  groupId: string;
  recipients: readonly string[];
  starts: Recurrence;
}

export type Faults = Partial<Record<'name' | 'periodDays' | 'groupId' | 'recipients', string>> & {
  starts?: RecurrenceFaults;
};

/** No single start: a report that is made once is downloaded. */
export const REPEATS: readonly Repeats[] = ['monthday', 'monthly', 'weekly', 'daily', 'rule'];

const MOST_DAYS = 366;
const MOST_RECIPIENTS = 50;
const MAX_ADDRESS = 254;
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

/**
 * A draft of what auditors ask for most: the month before, on the morning of the first day; `begun` is known of it
 * already.
 */
export function newDraft(now: Date, timezone: string, begun: Begun = {}): Draft {
  return {
    name: null,
    enabled: true,
    reportType: 'compliance',
    format: 'pdf',
    period: 'last_month',
    periodDays: 30,
    groupId: '',
    recipients: [],
    starts: { ...newRecurrence(now, timezone), repeats: 'monthday', time: '07:00' },
    ...begun,
  };
}

export function draftOf(schedule: Schedule, now: Date): Draft {
  const { name, enabled, format, period, recipients, timezone, rrule } = schedule;
  return {
    name,
    enabled,
    format,
    period,
    recipients: [...recipients],
    reportType: schedule.report_type,
    periodDays: schedule.period_days ?? 30,
    groupId: schedule.group_id ?? '',
    starts: recurrenceOf({ timezone, rrule }, now),
  };
}

/** What is wrong, by field; a preview needs only `periodDays` and `starts`. */
export function faultsOf({ name, period, periodDays, recipients, starts }: Draft): Faults {
  const wrong = recurrenceFaults(starts);
  const isDays = periodDays !== null && Number.isInteger(periodDays);
  const bad = recipients.find((to) => !ADDRESS.test(to) || to.length > MAX_ADDRESS);
  return {
    ...(name?.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(period === 'last_days' && !(isDays && periodDays >= 1 && periodDays <= MOST_DAYS)
      ? { periodDays: `From 1 to ${MOST_DAYS} days.` }
      : {}),
    ...recipientFault(recipients, bad),
    ...(Object.keys(wrong).length > 0 ? { starts: wrong } : {}),
  };
}

function recipientFault(recipients: readonly string[], bad: string | undefined): Faults {
  if (recipients.length === 0) return { recipients: 'Enter at least one address.' };
  if (bad !== undefined) return { recipients: `“${bad}” is not a mail address.` };
  if (new Set(recipients).size < recipients.length) return { recipients: 'An address is listed twice.' };
  return recipients.length > MOST_RECIPIENTS ? { recipients: `At most ${MOST_RECIPIENTS} addresses.` } : {};
}

/** The request body; `proposal` is the name if nobody has typed one. */
export function bodyOf(draft: Draft, proposal = ''): ScheduleBody {
  const { name, enabled, reportType, format, groupId, recipients } = draft;
  return {
    name: (name ?? proposal).trim(),
    enabled,
    report_type: reportType,
    format,
    ...timesOf(draft),
    group_id: groupId === '' ? null : groupId,
    recipients: [...recipients],
  };
}

/** What the manager previews the next starts of; null: the draft is not complete. */
export function previewOf(draft: Draft): ReturnType<typeof timesOf> | null {
  const { starts, periodDays } = faultsOf(draft);
  return starts || periodDays ? null : timesOf(draft);
}

function timesOf({ period, periodDays, starts }: Draft) {
  return {
    period,
    timezone: starts.timezone,
    rrule: ruleOf(starts),
    ...(period === 'last_days' && periodDays !== null ? { period_days: periodDays } : {}),
  };
}
