export const webTlsErrors = {
  CERTIFICATE_UNUSABLE: {
    status: 409,
    retryable: false,
    message: 'The certificate that the configuration names cannot be used.',
  },
  NOTHING_TO_CONFIRM: {
    status: 409,
    retryable: false,
    message: 'No change of the certificate waits to be confirmed; it may have been taken back.',
  },
  TLS_NOT_CONFIRMED: {
    status: 409,
    retryable: true,
    message:
      'This call came over a connection that showed the former certificate. Call again over a new one.',
  },
} as const;
