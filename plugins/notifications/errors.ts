import type { Feature } from '#sdk';

/** Codes that only this plugin throws. */
export const notificationErrors = {
  WEBHOOK_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such webhook.' },
  WEBHOOK_IN_USE: {
    status: 409,
    retryable: false,
    message: 'Rules use this webhook; remove it from them first.',
  },
  WEBHOOK_URL_INVALID: {
    status: 400,
    retryable: false,
    message:
      'A webhook is called at an address that begins with https:// or http://, without user name, password and #.',
  },
  WEBHOOK_SECRET_INVALID: {
    status: 400,
    retryable: false,
    message: 'A secret is whsec_ and 24 to 64 bytes in base64.',
  },
  NOTIFICATION_RULE_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'There is no such notification rule.',
  },
  NOTIFICATION_RULE_INVALID: {
    status: 400,
    retryable: false,
    message: 'The rule has no recipients: add mail addresses, webhooks or both.',
  },
  DELIVERY_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such delivery.' },
  DELIVERY_NOT_DEAD: {
    status: 409,
    retryable: false,
    message: 'Only a failed delivery can be sent again.',
  },
  JOB_NOT_WATCHABLE: {
    status: 409,
    retryable: false,
    message: 'The job has ended, or is a plan: there is no end to be notified of.',
  },
  NOTIFICATION_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message:
      'The maximum number of rules, webhooks or watched jobs is reached; delete some that are not needed.',
  },
} satisfies Feature['errors'];
