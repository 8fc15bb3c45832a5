import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'exposure_retention',
  tab: 'retention',
  needs: 'getExposure',
  order: 22,
  title: 'Vulnerability retention',
  intro: 'How long closed findings are kept. Older data is deleted daily.',
  fields: [
    {
      name: 'closed_days',
      unit: 'days',
      min: 30,
      max: 3_650,
      standard: 730,
      label: 'Closed CVEs and patches',
      hint: 'Reports and pages do not cover earlier ones, and say so. Recommended: the same as for job outcomes.',
    },
    {
      name: 'exceptions_days',
      unit: 'days',
      min: 1,
      max: 3_650,
      standard: 90,
      label: 'Expired exceptions',
      hint: 'Exceptions with author and reason. The audit log keeps them for longer.',
    },
  ],
};
