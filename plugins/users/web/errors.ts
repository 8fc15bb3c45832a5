import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  SESSION_NOT_FOUND: ['This session has already ended.', 'Reload the page.'],
  API_TOKEN_NOT_FOUND: ['API token not found, or deleted.', RELOAD],
  API_TOKEN_LIMIT_REACHED: [
    'The maximum number of API tokens per user is reached.',
    'Revoke some that are no longer used.',
  ],
  API_TOKEN_REQUIRED: ['Only an API token can give itself another secret.', 'Create a new token instead.'],
  SERVICE_ACCOUNT_NOT_FOUND: ['This service account does not exist any more.', RELOAD],
  SERVICE_ACCOUNT_EXPIRED: ['The end of this service account is past.', 'Give it a later one first.'],
  SERVICE_ACCOUNT_LIMIT_REACHED: [
    'There are as many service accounts as there may be.',
    'Delete some that are not used.',
  ],
  SSO_NOT_LINKED: [
    'This user has never signed in by single sign-on.',
    'Remove the password only after the user has signed in this way, or nobody could sign in to the account.',
  ],
};
