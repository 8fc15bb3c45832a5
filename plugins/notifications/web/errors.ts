import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  WEBHOOK_NOT_FOUND: ['This webhook does not exist any more.', RELOAD],
  WEBHOOK_IN_USE: ['Rules still name this webhook.', 'Take it out of them, or delete them, and try again.'],
  WEBHOOK_URL_INVALID: [
    'The manager cannot call this address.',
    'Enter one that starts with https:// or http://, without user name, password and #.',
  ],
  WEBHOOK_SECRET_INVALID: [
    'This is not a valid secret for a webhook.',
    'Enter whsec_ followed by 24 to 64 bytes in base64, or leave the field empty: the manager then makes one.',
  ],
  NOTIFICATION_RULE_NOT_FOUND: ['This rule does not exist any more.', RELOAD],
  NOTIFICATION_RULE_INVALID: ['The rule names nobody to tell.', 'Name a mail address or a webhook.'],
  DELIVERY_NOT_FOUND: ['This delivery is not in the log any more.', RELOAD],
  DELIVERY_NOT_DEAD: [
    'Only a delivery that was given up can be sent again: this one waits, was sent, or was dropped.',
    RELOAD,
  ],
  NOTIFICATION_LIMIT_REACHED: [
    'The limit of rules or webhooks is reached.',
    'Delete some that nobody needs.',
  ],
};
