import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'reports',
  tab: 'general',
  needs: 'listReportSchedules',
  order: 45,
  title: 'Mailed reports',
  intro: 'For scheduled reports.',
  fields: [
    {
      name: 'attachment_max_mib',
      unit: 'MiB',
      min: 0,
      max: 25,
      standard: 10,
      label: 'Largest attachment',
      hint: 'Larger reports are not attached; the mail links to them instead. Attachments grow by a third in transit, and many mail servers limit mails to 10 or 20 MiB. 0: never attach, always link.',
    },
  ],
};
