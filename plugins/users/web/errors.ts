import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  SESSION_NOT_FOUND: ['That session has ended already.', 'Load the page again.'],
  API_TOKEN_NOT_FOUND: ['This API token does not exist any more.', RELOAD],
  API_TOKEN_LIMIT_REACHED: [
    'You have reached the limit of API tokens for one user.',
    'Revoke some that are not used.',
  ],
  SSO_NOT_LINKED: [
    'This user has never signed in by single sign-on.',
    'Take the password away once this user has done so, else nobody could sign in to the account.',
  ],
};
