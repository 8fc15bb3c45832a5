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
  help: '12 characters or more; four unrelated words are good.',
  noCurrent: 'Enter your password.',
  wrong: 'The password is wrong.',
  mayHold:
    'This is not your password any more, or it is wrong. No answer came to your first try: if it arrived, the new password holds already. Sign out, and sign in with it.',
  short: 'Use at least 12 characters.',
  differs: 'The two do not match.',
  done: 'Your password is changed, and your other sessions are ended.',
} as const;

export const CODES_LEFT = (left: number): string =>
  left === 0
    ? 'There are no recovery codes. Make some, so that a lost device does not lock you out.'
    : `${plural(left, 'recovery code')} left.`;

export const UNSURE_CODES = {
  what: 'New recovery codes may have been made, but none could be shown to you.',
  next: 'No answer came. If they were made, the codes that you kept no longer work. Make new codes again, keep those, and throw all earlier ones away.',
} as const;

export const linkTexts = {
  linked: 'This account is linked with yours at the identity provider: you can sign in there.',
  unlinked: 'Link this account with yours at the identity provider, and you can sign in there too.',
  linkedNow: 'Your account is linked.',
  failed: 'The account was not linked.',
  onlyWay: 'It is the only way into this account, which has no password, so the link stays.',
  link: (name: string): string => `Link with ${name === '' ? 'the identity provider' : name}`,
  unlink: 'Take the link away',
  sure: 'Take the link with the identity provider away?',
  after: 'You then sign in with your password. You can link again at any time.',
  gone: 'The link is gone.',
} as const;
