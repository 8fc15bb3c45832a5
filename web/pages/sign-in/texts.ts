/** The texts of the sign-in, besides its fields. */
export const texts = {
  noName: 'Enter your user name.',
  noPassword: 'Enter your password.',
  first: 'First time here?',
  firstName: 'The initial account is admin.',
  firstPassword:
    'The password was printed once when the manager was first started. Sign in with it, then choose your own.',
  lost: 'Lost your password? An administrator can reset it. If you are the only administrator, run this on the manager’s machine: node server/main.ts user reset-password admin',
  lockedOut: 'Locked out: other ways in',
  signIn: 'Sign in',
  busy: 'Signing in …',
  sso: (name: string): string => (name === '' ? 'Use single sign-on' : `Continue with ${name}`),
  passkey: 'Sign in with a passkey',
  passkeyWaits: 'Waiting for your passkey …',
  second: 'Second factor',
  code: 'Code from your authenticator app',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten codes shown when you set up the second factor. Each works once.',
  passkeyHint: 'Your browser asks for the passkey of this account.',
  ways: {
    totp: 'Use a code from your authenticator app',
    webauthn: 'Use your passkey',
    recovery_code: 'Use a recovery code instead',
  },
  empty: {
    totp: 'Enter the six digits shown in the app.',
    recovery_code: 'Enter one of your recovery codes, as it was shown.',
  },
  wrong: {
    totp: 'The code is wrong, or was used before. Wait for the next one.',
    recovery_code: 'This code is wrong, or was used before. Use another one.',
  },
  noWay:
    'Your passkey does not work in this browser or at this address. Open the manager by its usual name, or ask an administrator to reset your second factor.',
} as const;
