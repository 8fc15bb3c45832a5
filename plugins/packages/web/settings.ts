import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'package_retention',
  tab: 'retention',
  needs: 'listFleetPackages',
  order: 23,
  title: 'Package history retention',
  intro: 'How long package changes are kept. Older data is deleted within an hour.',
  fields: [
    {
      name: 'changes_days',
      unit: 'days',
      min: 7,
      max: 3_650,
      standard: 180,
      label: 'Changes',
      hint: 'At most the last 300 per host. The current package lists are not affected.',
    },
  ],
};
