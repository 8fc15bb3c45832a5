import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'policy_retention',
  order: 24,
  title: 'History of policies',
  intro:
    'How long runs of policies that have ended are told of. What is older is deleted once a day, for good.',
  fields: [
    {
      name: 'runs_days',
      unit: 'days',
      min: 30,
      max: 3_650,
      standard: 400,
      label: 'Runs',
      hint: 'Of each policy the last 500 are kept at most. The jobs of a run are kept as the history of jobs says.',
    },
  ],
};
