import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'check_retention',
  order: 25,
  title: 'History of health checks',
  intro:
    'How long it can be told when a check turned red and green. What is older is deleted once a day, for good.',
  fields: [
    {
      name: 'changes_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 180,
      label: 'Changes',
      hint: 'Of each check the last 1,000 are kept at most.',
    },
  ],
};
