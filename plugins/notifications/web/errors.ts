import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  WEBHOOK_NOT_FOUND: ['Webhook not found, or deleted.', RELOAD],
  WEBHOOK_IN_USE: ['Rules still use this webhook.', 'Remove it from them, or delete them, and try again.'],
  WEBHOOK_URL_INVALID: [
    'The manager cannot call this address.',
    'Enter an address that starts with https:// or http://, without user name, password and #.',
  ],
  WEBHOOK_SECRET_INVALID: [
    'Not a valid webhook secret.',
    'Enter whsec_ followed by 24 to 64 bytes in base64, or leave the field empty to create one.',
  ],
  NOTIFICATION_RULE_NOT_FOUND: ['Rule not found, or deleted.', RELOAD],
  NOTIFICATION_RULE_INVALID: ['The rule has no recipients.', 'Enter a mail address or a webhook.'],
  DELIVERY_NOT_FOUND: ['Delivery not found in the log, or deleted.', RELOAD],
  DELIVERY_NOT_DEAD: [
    'Only failed deliveries can be sent again: this one is waiting, was sent, or was dropped.',
    RELOAD,
  ],
  JOB_NOT_WATCHABLE: ['The job has ended.', 'Reload the page to see how it ended.'],
  NOTIFICATION_LIMIT_REACHED: [
    'The maximum number of rules, webhooks or watched jobs is reached.',
    'Delete some that are no longer needed.',
  ],
};
