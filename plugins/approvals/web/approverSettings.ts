import type { SettingsSection } from '../../../web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'approvers',
  order: 25,
  title: 'Second persons',
  intro:
    'Nobody approves for whoever shortly before made the approver’s account, enabled it, gave it its role, or reset its password or second factor: that would be one person with two accounts.',
  fields: [
    {
      name: 'independence_days',
      unit: 'days',
      min: 1,
      max: 365,
      standard: 1,
      label: 'How long before a request this counts',
      hint: 'A new administrator can approve what others plan at once, but for who made the account only after this time.',
    },
  ],
};
