import { plural } from '#web/core/format.ts';
import { durationText } from '#web/core/time.ts';
import { recurrenceOf } from '#web/domain/recurrence/recurrence.ts';
import { startsText } from '#web/domain/recurrence/texts.ts';
import type { Entry, Kind } from './draft.ts';

export const KINDS: Readonly<Record<Kind, { one: string; save: string; add: string }>> = {
  window: { one: 'maintenance window', save: 'Save the window', add: 'Add the window' },
  freeze: { one: 'freeze', save: 'Save the freeze', add: 'Add the freeze' },
};

/** “Sunday at 02:00 for 2 h, Europe/Berlin”. */
export function timesText(entry: Entry): string {
  const starts = startsText(recurrenceOf(entry, new Date()));
  return `${starts} for ${durationText(entry.duration_secs)}, ${entry.timezone}`;
}

export const texts = {
  intro: 'When work on hosts may begin, and when nothing does.',
  cut: 'There are more than can be shown here: some are left out.',
  none: 'No window opens and no freeze holds in this month.',
  noWindows: 'No maintenance window yet: work begins at any time.',
  noFreezes: 'No freeze.',
  freezeHint:
    'While a freeze holds, no work and no restart begins on its hosts. What has begun finishes. Administrators may let a job begin all the same, with a reason.',
  windowHint: 'A host with a window is patched inside its windows and those of its groups alone.',
  moved: 'Somebody else has changed this since you opened it. What you typed is still here.',
  gone: 'Somebody has deleted this since you opened it. What you typed is still here: if you save it, it is added anew.',
  noStart: 'It never starts again.',
  missingOwner: 'Choose a group. Windows of a single host are added on the page of the host.',
  hosts: (count: number): string => plural(count, 'host'),
  more: (count: number): string => `and ${count} more`,
} as const;
