import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'package_retention',
  order: 23,
  title: 'History of packages',
  intro:
    'How long it can be told what came to a host, went, and changed. What is older is deleted within an hour, for good.',
  fields: [
    {
      name: 'changes_days',
      unit: 'days',
      min: 7,
      max: 3_650,
      standard: 180,
      label: 'Changes',
      hint: 'Of each host the last 300 are kept at most. What is installed now is not touched.',
    },
  ],
};
