/** What a session is limited to whose user owes a second factor. */
export const SETUP_ONLY = 'mfa-setup';

/** Who must have a factor, as the settings say it. */
export interface Policy {
  required_roles: readonly string[];
  grace_days: number;
}

/** What an account has. */
export interface Factors {
  totp: boolean;
  passkeys: number;
  /** Good for nothing by themselves: they stand for another factor. */
  recoveryCodes: number;
}

const DAY_MS = 24 * 60 * 60_000;

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

export const isRequired = ({ required_roles: roles }: Policy, role: string): boolean => roles.includes(role);

/** When the grace ends that began with the first sign-in under the policy. */
export const graceEnd = ({ grace_days: days }: Policy, since: Date): Date =>
  new Date(since.getTime() + days * DAY_MS);

/** The ways by which the second factor can be given, the most usual first. */
export function methodsOf({
  totp,
  passkeys,
  recoveryCodes,
}: Factors): ('totp' | 'webauthn' | 'recovery_code')[] {
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['webauthn'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** All that a session may call which was opened for the set-up alone; what needs no session is open to it too. */
export const SETUP_OPERATIONS: ReadonlySet<string> = new Set([
  'getUi',
  'getCurrentUser',
  'getOwnMfa',
  'setupTotp',
  'verifyTotp',
  'listWebauthnCredentials',
  'startWebauthnRegistration',
  'completeWebauthnRegistration',
  'reauthenticate',
  'reauthenticateBySso',
  'startReauthentication',
]);
