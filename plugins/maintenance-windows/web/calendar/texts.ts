import { plural } from '#web/core/format.ts';
import { durationText } from '#web/core/time.ts';
import { recurrenceOf } from '#web/domain/recurrence/recurrence.ts';
import { startsText } from '#web/domain/recurrence/texts.ts';
import type { Entry, Kind } from './draft.ts';

export const KINDS: Readonly<Record<Kind, { one: string; save: string; add: string }>> = {
  window: { one: 'maintenance window', save: 'Save window', add: 'Add window' },
  freeze: { one: 'freeze', save: 'Save freeze', add: 'Add freeze' },
};

/** “Sunday at 02:00, for 2 h, Europe/Berlin”. */
export function timesText(entry: Entry): string {
  const starts = startsText(recurrenceOf(entry, new Date()));
  return `${starts}, for ${durationText(entry.duration_secs)}, ${entry.timezone}`;
}

export const texts = {
  intro: 'Maintenance windows and change freezes',
  cut: 'Too many entries: not all are shown.',
  none: 'No windows or freezes this month.',
  noWindows: 'No maintenance windows yet: work can start at any time.',
  noFreezes: 'No freezes.',
  freezeHint:
    'During a freeze no work and no reboot starts on its hosts; running work finishes. Administrators can override a freeze for one job, with a reason.',
  windowHint: 'Hosts with windows are patched only inside them.',
  moved: 'Someone else has changed this since you opened it. Your entries are kept.',
  gone: 'This was deleted since you opened it. Your entries are kept: saving adds it again.',
  noStart: 'No further occurrences.',
  missingOwner: 'Select a group. Add windows for a single host on its page.',
  hosts: (count: number): string => plural(count, 'host'),
  more: (count: number): string => `and ${count} more`,
} as const;
