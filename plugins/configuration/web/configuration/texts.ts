import { plural } from '#web/core/format.ts';

export const texts = {
  title: 'Export and import',
  intro:
    'What people configured on this manager, as a file: to keep, to compare, or to give to another manager. It holds no secrets, users, tokens, hosts or history.',
  exportTitle: 'Export',
  exportText:
    'Settings, groups, maintenance windows, freezes, health checks, policies, schedules of reports and notifications. Two exports of the same state are the same file. Approval rules are not in it: a second administrator must agree to those on each manager.',
  exportNow: 'Download the configuration',
  exporting: 'Downloading…',
  importTitle: 'Import',
  importText: 'You see what would change before anything does.',
  file: 'File',
  equal: 'Make it equal: also remove what is here and not in the file',
  show: 'Show the difference',
  comparing: 'Comparing…',
  noFile: 'Choose a file first.',
  tooLarge: 'This file is larger than 1 MB, which no manager takes.',
  notJson: (why: string) => `This file is no JSON, so nothing was sent: ${why}`,
  differenceTitle: 'What the import would change',
  nothing: 'Nothing: all that the file holds is here already.',
  leftOut: 'Left out, or left for you to do',
  unchanged: (count: number) => `${plural(count, 'other')} as in the file already.`,
  apply: (count: number) => `Import ${plural(count, 'change')}`,
  applying: 'Importing…',
  done: (count: number) => `Imported: ${plural(count, 'change')}. The audit log has each.`,
  field: 'Field',
  before: 'Now',
  after: 'After the import',
  none: 'nothing',
  yes: 'yes',
  no: 'no',
  days: (count: number) => plural(count, 'day'),
  more: (count: number) => `and ${count} more`,
} as const;

export const KINDS = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;
export const PARTS: Readonly<Record<string, string>> = {
  groups: 'Groups',
  windows: 'Maintenance windows',
  freezes: 'Freezes',
  health_checks: 'Health checks',
  policies: 'Policies',
  report_schedules: 'Schedules of reports',
  notifications: 'Notifications',
  settings: 'Settings',
};
