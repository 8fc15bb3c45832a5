import type { SettingsSection } from '#web/domain/settings/section.ts';

/**
 * Who must have a second factor. Saving may ask for a fresh proof of who it is, which the page frame does for all
 * calls.
 */
export const section: SettingsSection = {
  key: 'mfa',
  order: 30,
  title: 'Second factor',
  intro:
    'Who must have more than a password: an authenticator app or a passkey. Single sign-on counts as two where its settings say so.',
  fields: [
    {
      kind: 'roles',
      name: 'required_roles',
      standard: [],
      label: 'These roles must have one',
      hint: 'Others may have one, too. A person who must have one cannot remove the last one.',
    },
    {
      name: 'grace_days',
      unit: 'days',
      min: 0,
      max: 90,
      standard: 7,
      label: 'Days of grace',
      hint: 'Counted for each person from the first sign-in under this rule. After that they can set a factor up, and do nothing else. 0: at once.',
    },
  ],
};
