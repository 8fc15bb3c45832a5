import type { SettingsSection } from '#web/domain/settings/section.ts';

/**
 * Who must have a second factor. Saving may ask for a fresh proof of who it is, which the page frame does for all
 * calls.
 */
export const section: SettingsSection = {
  key: 'mfa',
  tab: 'access',
  needs: 'getOwnMfa',
  order: 30,
  title: 'Second factor',
  intro:
    'Roles that require an authenticator app or a passkey in addition to the password. Single sign-on counts as a second factor if configured there.',
  fields: [
    {
      kind: 'roles',
      name: 'required_roles',
      standard: [],
      label: 'Required for',
      hint: 'Optional for other roles. Users of these roles cannot remove their last factor.',
    },
    {
      name: 'grace_days',
      unit: 'days',
      min: 0,
      max: 90,
      standard: 7,
      label: 'Grace period',
      hint: 'Counted from each user’s first sign-in under this rule. Afterwards they must set up a factor first. 0: immediately.',
    },
  ],
};
