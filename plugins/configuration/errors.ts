export const configurationErrors = {
  CONFIGURATION_CHANGED: {
    status: 409,
    retryable: false,
    message: 'The configuration has changed since the difference was shown; nothing was imported.',
  },
} as const;
