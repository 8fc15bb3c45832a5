import { durationText } from '#web/core/time.ts';
import { recurrenceOf } from '#web/domain/recurrence/recurrence.ts';
import { startsText, zonedText } from '#web/domain/recurrence/texts.ts';
import type { Entry, Kind } from './draft.ts';
import type { LineKind } from './month.ts';

export const KINDS: Readonly<
  Record<Kind, { one: string; begin: string; save: string; add: string; what: string }>
> = {
  window: {
    one: 'maintenance window',
    begin: 'New window',
    save: 'Save window',
    add: 'Add window',
    what: 'Hosts with windows are patched only inside them.',
  },
  freeze: {
    one: 'freeze',
    begin: 'New freeze',
    save: 'Save freeze',
    add: 'Add freeze',
    what: 'During a freeze no work and no reboot starts on its hosts; running work finishes. Administrators can override a freeze for one job, with a reason.',
  },
};

/** Kinds of lines in the calendar. */
export const LINE_KINDS: Readonly<Record<LineKind, { one: string; many: string }>> = {
  window: { one: 'Window', many: 'Windows' },
  freeze: { one: 'Freeze', many: 'Freezes' },
  policy: { one: 'Policy run', many: 'Policy runs' },
  job: { one: 'Scheduled job', many: 'Scheduled jobs' },
};

const dayNames = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

/** “Thu, 3 Dec”, on the reader's clocks. */
export const dayText = (day: Date): string => dayNames.format(day);

/** “Sunday at 02:00, for 2 h, Europe/Berlin”; of one time: “Once, from Wed, 23 Dec 2026 at 00:00 until … at …, UTC”. */
export function timesText(entry: Entry): string {
  const { rrule, starts_at: at, timezone } = entry;
  if (rrule === null && at !== null) {
    const until = zonedText(Date.parse(at) + entry.duration_secs * 1_000, timezone);
    return `Once, from ${zonedText(at, timezone)} until ${until}, ${timezone}`;
  }
  const starts = startsText(recurrenceOf(entry, new Date()));
  return `${starts}, for ${durationText(entry.duration_secs)}, ${timezone}`;
}

export const texts = {
  title: 'Calendar',
  ofHost: (name: string): string => `Windows of ${name}`,
  intro: 'Maintenance windows, change freezes, policy runs and scheduled jobs',
  cut: 'Too many entries: not all are shown.',
  noneInMonth: 'Nothing planned this month',
  noneAhead: 'Nothing planned in the next 60 days',
  noneHint: 'Windows, freezes, policy runs and scheduled jobs appear here. Past ones are not shown.',
  emptyDay: 'Nothing planned.',
  skipped: '(skipped)',
  ahead: 'Next 60 days',
  noWindows: 'No maintenance windows yet: work can start at any time.',
  noFreezes: 'No freezes.',
  moved: 'Someone else has changed this since you opened it. Your entries are kept.',
  gone: 'This was deleted since you opened it. Your entries are kept: saving adds it again.',
  noStart: 'No further occurrences.',
  usualTimes: 'Default: the night on which new policies run.',
  lastDay: (day: string): string => `Includes all of ${day}; ends at midnight.`,
  missingOwner: 'Select a group. Add windows for a single host on its page.',
  more: (count: number): string => `and ${count} more`,
} as const;
