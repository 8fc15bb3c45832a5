import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'polling',
  tab: 'general',
  order: 10,
  title: 'Polling',
  intro: 'How often the manager polls hosts. Polls are spread over the interval.',
  fields: [
    {
      name: 'health_poll_interval_secs',
      unit: 'seconds',
      min: 10,
      max: 86_400,
      standard: 60,
      label: 'Health',
      hint: 'A host that is down is detected within this time.',
    },
    {
      name: 'patch_poll_interval_secs',
      unit: 'seconds',
      min: 60,
      max: 604_800,
      standard: 1_800,
      label: 'Patches',
      hint: 'New patches appear within this time. An unchanged list costs almost nothing.',
    },
    {
      name: 'health_check_poll_interval_secs',
      unit: 'seconds',
      min: 30,
      max: 86_400,
      standard: 300,
      label: 'Health checks',
      hint: 'Default interval of health checks.',
    },
    {
      name: 'system_info_poll_interval_secs',
      unit: 'seconds',
      min: 300,
      max: 2_592_000,
      standard: 86_400,
      label: 'System data',
      hint: 'Release, kernel, architecture, agent version.',
    },
  ],
};
