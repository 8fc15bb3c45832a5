import { countText, plural } from '#web/core/format.ts';

export const texts = {
  title: 'Export and import',
  intro:
    'The configuration of this manager as a file: to archive, compare, or copy to another manager. Without secrets, users, tokens, hosts and history.',
  exportTitle: 'Export',
  exportText:
    'Settings, groups, maintenance windows, freezes, health checks, policies, report schedules and notifications. Exports are deterministic. Approval rules are not included: create them on each manager.',
  exportNow: 'Download configuration',
  exporting: 'Downloading…',
  importTitle: 'Import',
  importText: 'You review the changes before they are applied.',
  file: 'File',
  equal: 'Replace: also delete items not in the file',
  show: 'Show changes',
  comparing: 'Comparing…',
  noFile: 'Choose a file first.',
  tooLarge: 'This file is larger than the limit of 1 MB.',
  notJson: (why: string) => `This file is not valid JSON, so nothing was sent: ${why}`,
  differenceTitle: 'Changes',
  nothing: 'No changes: the configuration matches the file.',
  leftOut: 'Skipped, or to be done manually',
  unchanged: (count: number) => `${countText(count)} unchanged.`,
  apply: (count: number) => `Import ${plural(count, 'change')}`,
  applying: 'Importing…',
  done: (count: number) => `Imported: ${plural(count, 'change')}. See the audit log for details.`,
  none: 'none',
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
  health_checks: 'Health checks of hosts',
  group_health_checks: 'Health checks of groups',
  policies: 'Policies',
  report_schedules: 'Report schedules',
  notifications: 'Notifications',
  settings: 'Settings',
};
