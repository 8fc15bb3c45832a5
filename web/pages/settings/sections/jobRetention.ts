import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'job_retention',
  order: 20,
  title: 'History of jobs',
  intro: 'How long the manager keeps what jobs leave behind. What is older is deleted once a day, for good.',
  fields: [
    {
      name: 'logs_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 30,
      label: 'Logs',
      hint: 'The output of the package managers: the largest part by far.',
    },
    {
      name: 'events_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 180,
      label: 'Steps',
      hint: 'Which step each host took, and when.',
    },
    {
      name: 'outcomes_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 730,
      label: 'Outcomes',
      hint: 'Whole jobs, with what changed on which host. A job that is gone cannot be rolled back.',
    },
  ],
};
