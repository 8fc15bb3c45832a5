import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'reports',
  order: 45,
  title: 'Mailed reports',
  intro: 'Of the reports that schedules mail.',
  fields: [
    {
      name: 'attachment_max_mib',
      unit: 'MiB',
      min: 0,
      max: 25,
      standard: 10,
      label: 'Largest attachment',
      hint: 'The mail of a larger report says where to fetch it. On its way a file grows by a third, and many mail servers take no more than 10 or 20 MiB in all. 0: no report leaves by mail, only the word that it is there.',
    },
  ],
};
