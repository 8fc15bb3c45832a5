import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'exposure_retention',
  order: 22,
  title: 'History of the exposure',
  intro:
    'How long it can be told what was open on a host, and for how long. What is older is deleted once a day, for good.',
  fields: [
    {
      name: 'closed_days',
      unit: 'days',
      min: 30,
      max: 3_650,
      standard: 730,
      label: 'Closed CVEs and patches',
      hint: 'Reports and pages tell of nothing that was closed before; they say so. As long as the outcomes of jobs is a good choice.',
    },
    {
      name: 'exceptions_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 90,
      label: 'Expired exceptions',
      hint: 'Who excepted what, and why. The audit log has it for longer.',
    },
  ],
};
