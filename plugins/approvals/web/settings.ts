import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'approval_retention',
  order: 26,
  title: 'History of approvals',
  intro: 'How long it can be told who approved which job. What is older is deleted once a day, for good.',
  fields: [
    {
      name: 'decided_days',
      unit: 'days',
      min: 30,
      max: 3_650,
      standard: 730,
      label: 'Decided approvals',
      hint: 'As long as the outcomes of jobs is a good choice. The audit log has the decisions for longer.',
    },
  ],
};
