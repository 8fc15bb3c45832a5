import { plural } from '../../core/format.ts';
import { permissionsOf } from '../../core/permissions.ts';
import type { User } from '../../core/schema.ts';
import { FIXED_ROLES } from '../../domain/user/texts.ts';

/** The roles that a token of this owner may have: the owner's, and the fixed ones that hold nothing else. */
export function rolesWithin({ role: own, permissions = [] }: Pick<User, 'role' | 'permissions'>): string[] {
  const fixed = FIXED_ROLES.toReversed().filter((role) =>
    permissionsOf(role).every((permission) => permissions.includes(permission)),
  );
  return [...new Set<string>([...fixed, own])];
}

export const PASSWORD_TEXTS = {
  help: 'At least 12 characters. Tip: four random words.',
  noCurrent: 'Enter your password.',
  wrong: 'The password is wrong.',
  mayHold:
    'The password is wrong, or has already changed. Your first attempt got no response: if it arrived, the new password is already active. Sign out, and sign in with the new password.',
  short: 'Use at least 12 characters.',
  differs: 'The passwords do not match.',
  done: 'Password changed; other sessions ended.',
} as const;

export const CODES_LEFT = (left: number): string =>
  left === 0
    ? 'No recovery codes. Create some, so that a lost device does not lock you out.'
    : `${plural(left, 'recovery code')} left.`;

export const UNSURE_CODES = {
  what: 'New recovery codes may have been created, but could not be shown.',
  next: 'The manager did not respond. If new codes were created, your saved codes no longer work. Create new codes again, save them, and discard all earlier ones.',
} as const;

export const linkTexts = {
  linked: 'This account is linked with your account at the identity provider: you can sign in there.',
  unlinked: 'Link this account with your account at the identity provider to sign in there too.',
  linkedNow: 'Account linked.',
  failed: 'The account was not linked.',
  onlyWay: 'This account has no password, so single sign-on cannot be unlinked.',
  link: (name: string): string => `Link with ${name === '' ? 'the identity provider' : name}`,
  unlink: 'Remove link',
  sure: 'Remove link with the identity provider?',
  after: 'You then sign in with your password. You can link again at any time.',
  gone: 'Link removed.',
} as const;
