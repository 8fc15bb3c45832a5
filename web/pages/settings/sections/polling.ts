import type { SettingsSection } from '#web/domain/settings/section.ts';

export const section: SettingsSection = {
  key: 'polling',
  order: 10,
  title: 'Polling',
  intro: 'How often the manager asks its hosts. Each host is asked at a moment of its own.',
  fields: [
    {
      name: 'health_poll_interval_secs',
      unit: 'seconds',
      min: 10,
      max: 86_400,
      standard: 60,
      label: 'Health',
      hint: 'A host that is down is noticed after this time.',
    },
    {
      name: 'patch_poll_interval_secs',
      unit: 'seconds',
      min: 60,
      max: 604_800,
      standard: 1_800,
      label: 'Patches',
      hint: 'New patches show after this time. An unchanged list costs next to nothing.',
    },
    {
      name: 'health_check_poll_interval_secs',
      unit: 'seconds',
      min: 30,
      max: 86_400,
      standard: 300,
      label: 'Health checks',
      hint: 'How often the services of a host are looked at, where checks are set up.',
    },
    {
      name: 'system_info_poll_interval_secs',
      unit: 'seconds',
      min: 300,
      max: 2_592_000,
      standard: 86_400,
      label: 'System data',
      hint: 'Release, kernel, memory and the like.',
    },
  ],
};
