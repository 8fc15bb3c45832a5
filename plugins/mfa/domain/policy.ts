/** The restriction of a session whose user must first set up a second factor. */
export const SETUP_ONLY = 'mfa-setup';

/** Who must have a second factor, from the settings. */
export interface Policy {
  required_roles: readonly string[];
  grace_days: number;
}

/** The second factors of an account. */
export interface Factors {
  totp: boolean;
  passkeys: number;
  /** They count as no factor by themselves: they stand in for another one. */
  recoveryCodes: number;
}

const DAY_MS = 24 * 60 * 60_000;

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/**
 * Whether a role must have a factor. A custom role must, unless a fixed one that need not holds all that it does:
 * `coveredBy` are the fixed ones that do; null for a fixed role itself, which the policy names.
 */
export const isRequired = (
  { required_roles: required }: Policy,
  role: string,
  coveredBy: readonly string[] | null,
): boolean =>
  coveredBy === null
    ? required.includes(role)
    : required.length > 0 && coveredBy.every((one) => required.includes(one));

/** When the grace period ends that began with the first sign-in under the policy. */
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

/** All that a session for the set-up alone may call, besides what needs no session. */
export const SETUP_OPERATIONS: ReadonlySet<string> = new Set([
  'getUi',
  'getOwnUser',
  'getOwnMfa',
  'setupTotp',
  'verifyTotp',
  'listWebauthnCredentials',
  'getWebauthnCredential',
  'startWebauthnRegistration',
  'completeWebauthnRegistration',
  'reauthenticate',
  'reauthenticateBySso',
  'startReauthentication',
]);
