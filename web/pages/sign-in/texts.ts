/** The texts of the sign-in, besides its fields. */
export const texts = {
  noName: 'Enter your user name.',
  noPassword: 'Enter your password.',
  first: 'First time here?',
  firstName: 'The manager made one account, admin.',
  firstPassword:
    'Its password was printed once, where the manager was started first. It is asked for here, and you then choose your own.',
  lost: 'Lost it? An administrator can give you a new one. If you are the only administrator, run this on the manager’s machine: node server/main.ts user reset-password admin',
  signIn: 'Sign in',
  busy: 'Signing in …',
  sso: (name: string): string => (name === '' ? 'Use single sign-on' : `Continue with ${name}`),
  passkey: 'Sign in with a passkey',
  passkeyWaits: 'Waiting for your passkey …',
  second: 'One more step',
  code: 'Code of your authenticator app',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten that were shown when you set the second factor up. Each works once.',
  passkeyHint: 'Your browser asks for the passkey of this account.',
  ways: {
    totp: 'Use a code of your authenticator app',
    webauthn: 'Use your passkey',
    recovery_code: 'Use a recovery code instead',
  },
  empty: {
    totp: 'Enter the six digits that the app shows.',
    recovery_code: 'Enter one of your recovery codes, as it was shown.',
  },
  wrong: {
    totp: 'The code is wrong, or was used before. Wait for the next one.',
    recovery_code: 'This code is wrong, or was used before. Take another one.',
  },
  noWay:
    'Your passkey does not work in this browser or at this address. Open the manager by its usual name, or have an administrator reset your second factor.',
} as const;
