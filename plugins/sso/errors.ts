import type { Feature } from '#sdk';

export const ssoErrors = {
  SSO_DISABLED: {
    status: 409,
    retryable: false,
    message: 'Single sign-on is not switched on, or not fully configured.',
  },
  SSO_STATE_INVALID: {
    status: 400,
    retryable: false,
    message: 'This sign-in was not started in this browser, or too long ago. Start again.',
  },
  SSO_CODE_INVALID: {
    status: 400,
    retryable: false,
    message: 'The code of this sign-in is unknown, used, or too old. Sign in again.',
  },
  SSO_REFUSED: {
    status: 403,
    retryable: false,
    message: 'The provider refused the sign-in, or its answer does not verify.',
  },
  SSO_LINK_TAKEN: {
    status: 409,
    retryable: false,
    message: 'Another account is linked with this identity at the provider.',
  },
  SSO_LINK_NEEDED: {
    status: 409,
    retryable: false,
    message: 'The account is not linked with a provider, or has no other way to sign in than its link.',
  },
  SSO_PROVIDER_UNREACHABLE: {
    status: 502,
    retryable: true,
    message: 'The provider could not be reached, or gave no usable answer.',
  },
} as const satisfies NonNullable<Feature['errors']>;
