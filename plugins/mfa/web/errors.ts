import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  MFA_NOT_ENABLED: [
    'This second factor is not set up.',
    'Reload the page: it may have been removed in another window.',
  ],
  MFA_SETUP_REQUIRED: ['Your account requires a second factor.', 'Set one up first.'],
  MFA_FACTOR_REQUIRED: [
    'Your role requires a second factor, and this is your last one.',
    'Set up another one first.',
  ],
  MFA_SETUP_EXPIRED: ['The set-up took too long.', 'Start again.'],
  MFA_CODE_INVALID: [
    'The code does not match, or was used before.',
    'Wait for the next code, and check the clock of your phone.',
  ],
  WEBAUTHN_CHALLENGE_INVALID: ['The request to your passkey has expired.', 'Start again.'],
  WEBAUTHN_RESPONSE_INVALID: [
    'The response of your passkey could not be verified.',
    'Try again with a passkey that you registered here.',
  ],
  WEBAUTHN_CREDENTIAL_NOT_FOUND: ['This passkey is not registered any more.', RELOAD],
  WEBAUTHN_LIMIT_REACHED: ['The maximum of 20 passkeys is reached.', 'Remove one that you no longer use.'],
  WEBAUTHN_UNAVAILABLE: [
    'Passkeys do not work at this address.',
    'Open the manager by its host name instead of an IP address, or ask an administrator to set its public URL.',
    'alone',
  ],
};
