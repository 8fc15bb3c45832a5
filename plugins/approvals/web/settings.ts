import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'approval_retention',
  tab: 'retention',
  needs: 'listApprovals',
  order: 26,
  title: 'Approval retention',
  intro: 'How long decided approvals are kept. Older data is deleted daily.',
  fields: [
    {
      name: 'decided_days',
      unit: 'days',
      min: 30,
      max: 3_650,
      standard: 730,
      label: 'Decided approvals',
      hint: 'Recommended: the same as for job outcomes. The audit log keeps the decisions for longer.',
    },
  ],
};
