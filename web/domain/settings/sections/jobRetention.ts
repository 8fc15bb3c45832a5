import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'job_retention',
  tab: 'retention',
  order: 20,
  title: 'Job retention',
  intro: 'How long job data is kept. Older data is deleted daily.',
  fields: [
    {
      name: 'logs_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 30,
      label: 'Logs',
      hint: 'Output of the package managers; by far the largest part.',
    },
    {
      name: 'events_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 180,
      label: 'Steps',
      hint: 'Steps of each host, with times.',
    },
    {
      name: 'outcomes_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 730,
      label: 'Outcomes',
      hint: 'Jobs with their changes per host. A deleted job cannot be rolled back.',
    },
  ],
};
