import type { SettingsSection } from '#web/domain/settings/section.ts';
import { texts } from './texts.ts';

const KEY = /^age1[0-9a-z]+$/;

export const section: SettingsSection = {
  key: 'backup',
  tab: 'backup',
  needs: 'listBackups',
  order: 10,
  title: texts.schedule,
  intro: texts.intro,
  fields: [
    {
      name: 'enabled',
      kind: 'switch',
      standard: false,
      label: 'Daily backup',
      hint: 'If a backup fails three times, mail and webhooks report it.',
    },
    {
      name: 'time',
      kind: 'text',
      maxLength: 5,
      isSecret: false,
      standard: '02:30',
      label: 'Time',
      hint: 'Hours and minutes, such as 02:30.',
    },
    {
      name: 'timezone',
      kind: 'text',
      maxLength: 64,
      isSecret: false,
      standard: 'UTC',
      label: 'Time zone',
      hint: 'Such as Europe/Berlin.',
    },
    {
      name: 'directory',
      kind: 'text',
      maxLength: 1_000,
      isSecret: false,
      standard: '/var/backups/fleetmend',
      label: 'Directory',
      hint: 'On the manager’s machine, and writable for it. Best on another machine’s storage that is mounted there.',
    },
    {
      name: 'keep',
      unit: '',
      min: 1,
      max: 365,
      standard: 14,
      label: 'Backups kept',
      hint: 'The oldest files are deleted.',
    },
    {
      name: 'recipients',
      kind: 'names',
      maxItems: 20,
      maxLength: 4_000,
      standard: [],
      label: 'Recipients',
      hint: 'Public keys of age (age1…). “age-keygen -o recovery.key” creates one; keep recovery.key away from this machine, because only it opens the backups.',
      judge: (key) => (KEY.test(key) ? null : 'is not a public key of age; it begins with age1.'),
    },
  ],
};
