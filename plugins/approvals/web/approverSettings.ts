import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'approvers',
  tab: 'access',
  needs: 'listApprovals',
  order: 25,
  title: 'Approvers',
  intro:
    'An approver must be independent of the requester: neither of them, nor the same third person, has created or enabled the other’s account, changed its role, or reset its password or second factor, within this period before the request.',
  fields: [
    {
      name: 'independence_days',
      unit: 'days',
      min: 1,
      max: 365,
      standard: 1,
      label: 'Period before the request',
      hint: 'A new administrator can approve plans of others immediately, but plans of the account’s creator only after this period.',
    },
  ],
};
