import { plural } from '../../../../web/core/format.ts';
import { durationText } from '../../../../web/core/time.ts';
import type { Draft, Entry, Kind, Repeats, Weekday } from './draft.ts';
import { draftOf } from './draft.ts';

export const REPEATS: readonly { value: Repeats; label: string }[] = [
  { value: 'once', label: 'Once' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week, on days' },
  { value: 'monthly', label: 'Every month, on a weekday' },
  { value: 'rule', label: 'By a rule (RFC 5545)' },
];

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  ...{ MO: 'Monday', TU: 'Tuesday', WE: 'Wednesday', TH: 'Thursday', FR: 'Friday' },
  ...{ SA: 'Saturday', SU: 'Sunday' },
};

export const NTHS: readonly { value: string; label: string }[] = [
  { value: '1', label: 'first' },
  { value: '2', label: 'second' },
  { value: '3', label: 'third' },
  { value: '4', label: 'fourth' },
  { value: '-1', label: 'last' },
];

export const KINDS: Readonly<Record<Kind, { one: string; save: string; add: string }>> = {
  window: { one: 'maintenance window', save: 'Save the window', add: 'Add the window' },
  freeze: { one: 'freeze', save: 'Save the freeze', add: 'Add the freeze' },
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** “Sunday at 02:00 for 2 h, Europe/Berlin”. */
export function timesText(entry: Entry): string {
  const draft = draftOf(entry, new Date());
  return `${startsText(draft)} for ${durationText(entry.duration_secs)}, ${entry.timezone}`;
}

function startsText({ repeats, date, time, days, nth, weekday, rule }: Draft): string {
  switch (repeats) {
    case 'once':
      return `Once, on ${date} at ${time}`;
    case 'daily':
      return `Every day at ${time}`;
    case 'weekly':
      return `${list.format(days.map((day) => DAY_NAMES[day]))} at ${time}`;
    case 'monthly':
      return `The ${NTHS.find(({ value }) => value === nth)?.label ?? nth} ${DAY_NAMES[weekday]} of the month at ${time}`;
    case 'rule':
      return `By the rule ${rule.split(/\r?\n/).at(-1)?.replace('RRULE:', '') ?? ''}`;
  }
}

export const CLOCK_CHANGES = {
  skipped: 'Clocks leave this time out that day: it starts later.',
  repeated: 'Clocks show this time twice that day: the first counts.',
} as const;

export const texts = {
  intro: 'When work on hosts may begin, and when nothing does.',
  cut: 'There are more than can be shown here: some are left out.',
  none: 'No window opens and no freeze holds in this month.',
  noWindows: 'No maintenance window yet: work begins at any time.',
  noFreezes: 'No freeze.',
  freezeHint:
    'While a freeze holds, no work and no restart begins on its hosts. What has begun finishes. Administrators may let a job pass, with a reason.',
  windowHint: 'A host with a window is patched inside its windows and those of its groups alone.',
  moved: 'Somebody else has changed this since you opened it. What you typed is still here.',
  noStart: 'It never starts again.',
  missingOwner: 'Choose a group. Windows of a single host are added on the page of the host.',
  hosts: (count: number): string => plural(count, 'host'),
  more: (count: number): string => `and ${count} more`,
} as const;
