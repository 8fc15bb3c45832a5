import type { SettingsSection } from '#web/domain/settings/section.ts';

const days = { unit: 'days', min: 1, max: 3_650 } as const;

/** The service levels by which reports and figures judge. */
export const section: SettingsSection = {
  key: 'service_levels',
  tab: 'security',
  order: 40,
  title: 'Service levels',
  intro:
    'Days within which a security patch must be installed, counted from when the manager first saw it pending on the host. Used by reports and the Security pages.',
  fields: [
    {
      ...days,
      name: 'critical_days',
      standard: 7,
      label: 'Critical',
      hint: 'Highest severity of its advisories.',
    },
    { ...days, name: 'important_days', standard: 14, label: 'Important', hint: 'Some sources call it high.' },
    { ...days, name: 'moderate_days', standard: 30, label: 'Moderate', hint: 'Some sources call it medium.' },
    { ...days, name: 'low_days', standard: 90, label: 'Low', hint: 'Low impact.' },
    {
      ...days,
      name: 'unrated_days',
      standard: 14,
      label: 'Unrated',
      hint: 'No published severity, as for all patches of Debian and Ubuntu.',
    },
  ],
};
