import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'check_retention',
  tab: 'retention',
  needs: 'listHealthChecks',
  order: 25,
  title: 'Health check retention',
  intro: 'How long status changes of health checks are kept. Older data is deleted daily.',
  fields: [
    {
      name: 'changes_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 180,
      label: 'Status changes',
      hint: 'At most the last 1,000 per check.',
    },
  ],
};
