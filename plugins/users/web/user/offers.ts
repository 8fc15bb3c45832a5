import type { OperationId, User } from '#web/core/schema.ts';

export type UserOffer =
  | 'password'
  | 'sessions'
  | 'tokens'
  | 'factors'
  | 'sso'
  | 'disable'
  | 'enable'
  | 'delete';

export interface Offered {
  key: UserOffer;
  label: string;
  tone?: 'danger';
  /** Why it cannot be done now; null: it can. */
  reason: string | null;
}

interface Offer extends Omit<Offered, 'reason'> {
  operation: OperationId;
  isFor(user: User): boolean;
  /** Why it cannot be done with this user by that reader. */
  reason?(user: User, isSelf: boolean): string | null;
}

const notOneself =
  (what: string) =>
  (_user: User, isSelf: boolean): string | null =>
    isSelf ? `Another administrator has to ${what}: this is your own account.` : null;

/** What an administrator can do with an account, the most wanted first. */
const OFFERS: readonly Offer[] = [
  {
    key: 'password',
    label: 'Set password',
    operation: 'resetUserPassword',
    isFor: () => true,
    reason: notOneself('set it'),
  },
  { key: 'sessions', label: 'End sessions', operation: 'deleteUserSessions', isFor: () => true },
  { key: 'tokens', label: 'End sessions and API tokens', operation: 'deleteUserSessions', isFor: () => true },
  {
    key: 'factors',
    label: 'Remove second factors',
    operation: 'disableUserMfa',
    isFor: ({ mfa_enabled: has }) => has,
    reason: notOneself('remove them'),
  },
  {
    key: 'sso',
    label: 'Require single sign-on',
    operation: 'updateUser',
    isFor: ({ has_password: hasPassword, sso_linked: isLinked }) => hasPassword && isLinked,
  },
  {
    key: 'disable',
    label: 'Disable',
    tone: 'danger',
    operation: 'updateUser',
    isFor: ({ disabled }) => !disabled,
    reason: notOneself('disable it'),
  },
  { key: 'enable', label: 'Enable', operation: 'updateUser', isFor: ({ disabled }) => disabled },
  {
    key: 'delete',
    label: 'Delete',
    tone: 'danger',
    operation: 'deleteUser',
    isFor: () => true,
    reason: notOneself('delete it'),
  },
];

/** The acts that the manager serves and that fit the user; one that cannot be done now says why. */
export function offersOf(
  user: User,
  reader: Pick<User, 'id'> | null,
  serves: (operation: OperationId) => boolean,
): Offered[] {
  const isSelf = user.id === reader?.id;
  return OFFERS.filter(({ operation, isFor }) => serves(operation) && isFor(user)).map(
    ({ key, label, tone, reason }) => ({
      key,
      label,
      reason: reason?.(user, isSelf) ?? null,
      ...(tone ? { tone } : {}),
    }),
  );
}
