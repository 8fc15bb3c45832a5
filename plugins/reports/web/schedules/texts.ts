import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { IconName } from '#web/icons/icons.ts';
import { plural } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';
import type { Act, Outcome } from './offers.ts';
import type { Schedule } from './read.ts';

export const texts = {
  title: 'Schedules',
  what: 'Reports that are made by themselves and mailed to whoever asked for them, with or without an account here.',
  add: 'New schedule',
  none: 'No report is mailed by itself.',
  noneText:
    'A schedule makes a report each week or month, or by any rule, and mails it: to an auditor, for instance.',
  mailOff: 'Mail is not set up, or switched off: no report can be mailed, and a run that is due fails.',
  mailOffWhere: 'Set up mail',
  mailOffAsk: 'An administrator can switch it on.',
  paused: 'Paused',
  pausedText: 'It is paused: nothing is made until somebody resumes it.',
  neverAgain: 'It does not start again.',
  noRun: 'None yet',
  allHosts: 'All hosts',
  groupGone: 'A group that you do not see',
  limited: 'Only hosts that its author may see',
  whoseHosts: (name: string): string =>
    `It holds the hosts that ${name} could see when saving it, and that are there at each start.`,
  newSees:
    'It holds the hosts that you may see. When somebody else saves it, it holds the hosts that they may see.',
  nextStarts: 'The next reports',
  neverStarts: 'It never starts.',
  about: (from: string, to: string): string => `about ${from} to ${to}`,
  lastRun: 'The last report',
  startedAt: 'Of the start',
  message: 'What was made',
  mails: 'Mails',
  noMails: 'What became of its mails is not recorded any more, or nothing was mailed.',
  noAnswer: 'Not tried yet',
  again: 'Run it again once that is put right. The log of deliveries is in Notifications.',
  moved: (name: string): string =>
    `${name} has changed this schedule meanwhile. What you typed is still here: save again to put it over that, or look at what is saved now.`,
  gone: 'This schedule was deleted meanwhile. What you typed is still here: save it as a new one.',
  runText: (recipients: string): string =>
    `The report is made now and mailed to ${recipients}. Its next start stays as it is.`,
  deleteText: 'Nobody gets this report any more. What was mailed is not taken back. This cannot be undone.',
  kept: 'This report is not there any more.',
} as const;

export const PERIODS: Readonly<Record<Schedule['period'], string>> = {
  last_week: 'The calendar week before the start',
  last_month: 'The calendar month before the start',
  last_days: 'A number of days up to the start',
};

/** “the last calendar month”. */
export function periodText({ period, period_days: days }: Pick<Schedule, 'period' | 'period_days'>): string {
  if (period === 'last_days') return `the last ${plural(days ?? 30, 'day')}`;
  return period === 'last_week' ? 'the last calendar week' : 'the last calendar month';
}

export const ACTS: Readonly<Record<Act, { label: string; icon: IconName }>> = {
  show: { label: 'Show its runs', icon: 'info' },
  run: { label: 'Make and mail it now', icon: 'play' },
  edit: { label: 'Edit', icon: 'edit' },
  pause: { label: 'Pause', icon: 'pause' },
  resume: { label: 'Resume', icon: 'play' },
  delete: { label: 'Delete', icon: 'trash' },
};

export const OUTCOMES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  making: ['busy', 'Being made'],
  failed: ['bad', 'Not made'],
  underWay: ['busy', 'On its way'],
  delivered: ['ok', 'Delivered'],
  partly: ['warn', 'Not delivered to all'],
  undelivered: ['bad', 'Not delivered'],
  mailed: ['neutral', 'Mailed'],
};

export const MAILS: Readonly<Record<Schemas['DeliveryState'], readonly [Tone, string]>> = {
  waiting: ['busy', 'On its way'],
  sent: ['ok', 'Taken by the mail server'],
  dead: ['bad', 'Not delivered'],
  dropped: ['warn', 'Not sent'],
};

export const formTexts = {
  nameHelp: 'Stands in the subject of the mail.',
  report: 'Report',
  format: 'As',
  pdf: 'PDF: figures, a chart, and the most telling rows',
  csv: 'CSV: all rows, for a spreadsheet or a program',
  hosts: 'Hosts',
  groupGone: 'This group is not there, or you may not see it.',
  period: 'About',
  periodHelp: 'Weeks and months are those of the time zone below; weeks begin on Monday.',
  days: 'Days',
  to: 'Mail addresses',
  toHelp: 'Whoever is named here reads it without an account, and can pass it on.',
  when: 'When',
  enabled: 'Switched on',
  enabledHelp: 'Switched off, it waits: starts that pass are not made up for.',
  save: 'Save the schedule',
} as const;
