import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'policy_retention',
  tab: 'retention',
  needs: 'listPolicies',
  order: 24,
  title: 'Policy run retention',
  intro: 'How long policy runs are kept. Older data is deleted daily.',
  fields: [
    {
      name: 'runs_days',
      unit: 'days',
      min: 30,
      max: 3_650,
      standard: 400,
      label: 'Runs',
      hint: 'At most the last 500 per policy. Jobs follow the job retention.',
    },
  ],
};
