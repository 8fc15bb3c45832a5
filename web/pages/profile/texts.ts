import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';

type Role = Schemas['Role'];

/** The roles, from the least to the most powerful. */
const BY_POWER: readonly Role[] = ['reporter', 'operator', 'admin'];

/** The roles that a token of this owner may have: the owner's and less powerful ones. */
export function rolesUpTo(own: Role): Role[] {
  return BY_POWER.slice(0, BY_POWER.indexOf(own) + 1);
}

const SECS_A_DAY = 86_400;

export const EXPIRIES = [30, 90, 180, 365].map((days) => ({
  value: String(days * SECS_A_DAY),
  label: plural(days, 'day'),
}));

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
