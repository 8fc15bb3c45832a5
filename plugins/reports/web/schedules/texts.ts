import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { IconName } from '#web/icons/icons.ts';
import { plural } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';
import type { Act, Outcome } from './offers.ts';
import type { Schedule } from './read.ts';

export const texts = {
  title: 'Schedules',
  what: 'Reports created on a schedule and mailed to recipients, with or without an account.',
  add: 'New schedule',
  none: 'No schedules yet',
  noneText:
    'A schedule creates a report weekly, monthly or by a custom rule, and mails it, for example to an auditor.',
  mailOff: 'Mail is not set up, or disabled: reports cannot be mailed, and scheduled runs fail.',
  mailOffWhere: 'Set up mail',
  mailOffAsk: 'An administrator can enable it.',
  paused: 'Paused',
  pausedText: 'Paused: no reports until you resume the schedule.',
  neverAgain: 'No further runs.',
  noRun: 'None yet',
  allHosts: 'All hosts',
  groupGone: 'A group outside your scope',
  limited: 'Only hosts in the author’s scope',
  whoseHosts: (name: string): string =>
    `Includes the hosts in the scope of ${name} when the schedule was saved.`,
  newSees:
    'Includes the hosts in your scope. When someone else saves the schedule, it includes the hosts in their scope.',
  nextStarts: 'Upcoming reports',
  neverStarts: 'No runs: the rule never starts.',
  about: (from: string, to: string): string => `about ${from} to ${to}`,
  lastRun: 'Last report',
  startedAt: 'Run of',
  message: 'Result',
  mails: 'Mails',
  noMails: 'Nothing was mailed, or the deliveries are no longer recorded.',
  noAnswer: 'Not tried yet',
  again: 'Fix the cause, then run it again. See the delivery log in Notifications.',
  moved: (name: string): string =>
    `${name} has changed this schedule since. Your entries are kept: save again to overwrite, or show the saved version.`,
  gone: 'This schedule was deleted. Your entries are kept: save them as a new schedule.',
  runText: (recipients: string): string =>
    `The report is created now and mailed to ${recipients}. The next scheduled run is not affected.`,
  deleteText: 'This report is no longer mailed. This cannot be undone.',
  kept: 'Schedule not found, or deleted.',
} as const;

export const PERIODS: Readonly<Record<Schedule['period'], string>> = {
  last_week: 'Previous calendar week',
  last_month: 'Previous calendar month',
  last_days: 'Number of days before the run',
};

/** “the last calendar month”. */
export function periodText({ period, period_days: days }: Pick<Schedule, 'period' | 'period_days'>): string {
  if (period === 'last_days') return `last ${plural(days ?? 30, 'day')}`;
  return period === 'last_week' ? 'last calendar week' : 'last calendar month';
}

export const ACTS: Readonly<Record<Act, { label: string; icon: IconName }>> = {
  show: { label: 'Show runs', icon: 'info' },
  run: { label: 'Create and mail now', icon: 'play' },
  edit: { label: 'Edit', icon: 'edit' },
  pause: { label: 'Pause', icon: 'pause' },
  resume: { label: 'Resume', icon: 'play' },
  delete: { label: 'Delete', icon: 'trash' },
};

export const OUTCOMES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  making: ['busy', 'In progress'],
  failed: ['bad', 'Failed'],
  underWay: ['busy', 'Sending'],
  delivered: ['ok', 'Delivered'],
  partly: ['warn', 'Not delivered to all'],
  undelivered: ['bad', 'Not delivered'],
  mailed: ['neutral', 'Mailed'],
};

export const MAILS: Readonly<Record<Schemas['DeliveryState'], readonly [Tone, string]>> = {
  waiting: ['busy', 'Sending'],
  sent: ['ok', 'Accepted by the mail server'],
  dead: ['bad', 'Not delivered'],
  dropped: ['warn', 'Not sent'],
};

export const formTexts = {
  nameHelp: 'Used as mail subject.',
  report: 'Report',
  format: 'Format',
  pdf: 'PDF: figures, a chart, and the most important rows',
  csv: 'CSV: all rows, for a spreadsheet or a program',
  hosts: 'Hosts',
  groupGone: 'Group not found or not visible to you.',
  period: 'Period',
  periodHelp: 'In the time zone below; weeks start on Monday.',
  days: 'Days',
  to: 'Mail addresses',
  toHelp: 'Recipients can read the report without an account, and can forward it.',
  when: 'Schedule',
  enabled: 'Enabled',
  enabledHelp: 'Runs missed while disabled are not caught up.',
  save: 'Save schedule',
} as const;
