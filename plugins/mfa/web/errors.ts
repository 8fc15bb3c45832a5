import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  MFA_NOT_ENABLED: [
    'This second factor is not set up.',
    'Reload the page: it may have been removed in another window.',
  ],
  MFA_SETUP_REQUIRED: [
    'Your account must have a second factor.',
    'Set one up first; until then nothing else can be done.',
  ],
  MFA_FACTOR_REQUIRED: [
    'Your role must have a second factor, and this is your last one.',
    'Set up another one first.',
  ],
  MFA_SETUP_EXPIRED: ['The set-up took too long.', 'Start it again.'],
  MFA_CODE_INVALID: [
    'The code does not match, or was used before.',
    'Wait for the next code, and check the clock of your phone.',
  ],
  WEBAUTHN_CHALLENGE_INVALID: ['The request to your passkey has expired.', 'Start again.'],
  WEBAUTHN_RESPONSE_INVALID: [
    'The answer of your passkey could not be verified.',
    'Try again, with a passkey that you registered here.',
  ],
  WEBAUTHN_CREDENTIAL_NOT_FOUND: ['This passkey is not registered any more.', RELOAD],
  WEBAUTHN_LIMIT_REACHED: ['There are 20 passkeys already.', 'Remove one that you do not use first.'],
  WEBAUTHN_UNAVAILABLE: [
    'Passkeys do not work at this address.',
    'Open the manager by its usual name instead of a number, or have an administrator set its public URL.',
  ],
};
