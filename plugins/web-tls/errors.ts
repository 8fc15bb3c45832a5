export const webTlsErrors = {
  CERTIFICATE_UNUSABLE: {
    status: 409,
    retryable: false,
    message: 'The configured certificate cannot be used.',
  },
  NOTHING_TO_CONFIRM: {
    status: 409,
    retryable: false,
    message: 'No pending certificate change to confirm; it may have been reverted.',
  },
  TLS_NOT_CONFIRMED: {
    status: 409,
    retryable: true,
    message: 'This call came over a connection with the previous certificate. Call again over a new one.',
  },
} as const;
