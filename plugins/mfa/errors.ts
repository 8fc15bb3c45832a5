/** The errors of this feature; statuses as in the API contract. */
export const mfaErrors = {
  MFA_NOT_ENABLED: { status: 409, retryable: false, message: 'This second factor is not set up.' },
  MFA_SETUP_REQUIRED: {
    status: 403,
    retryable: false,
    message: 'Your account must have a second factor. Until it is set up, this session can do nothing else.',
  },
  MFA_FACTOR_REQUIRED: {
    status: 409,
    retryable: false,
    message: 'Your role must have a second factor, and this is the last one. Set another one up first.',
  },
  MFA_SETUP_EXPIRED: {
    status: 409,
    retryable: false,
    message: 'This secret was not made for this session, or more than ten minutes ago. Begin again.',
  },
  MFA_CODE_INVALID: {
    status: 400,
    retryable: false,
    message: 'The code does not match. Check the clock of your device, and wait for the next code.',
  },
  WEBAUTHN_CHALLENGE_INVALID: {
    status: 400,
    retryable: false,
    message: 'The challenge is unknown, used, or older than five minutes. Begin again.',
  },
  WEBAUTHN_RESPONSE_INVALID: {
    status: 400,
    retryable: false,
    message: "The authenticator's answer could not be verified.",
  },
  WEBAUTHN_CREDENTIAL_NOT_FOUND: { status: 404, retryable: false, message: 'You have no such passkey.' },
  WEBAUTHN_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'You have 20 passkeys already. Remove one first.',
  },
  WEBAUTHN_UNAVAILABLE: {
    status: 409,
    retryable: false,
    message:
      'Passkeys do not work at this address. Open the manager by one of its own names, or have an administrator set public_url.',
  },
} as const;
