import { ADMIN, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  SSO_DISABLED: ['Single sign-on is not set up.', 'Sign in with user name and password.'],
  SSO_CODE_INVALID: ['The sign-in took too long, or was finished in another window.', 'Start again.'],
  SSO_LINK_TAKEN: [
    'That account at the identity provider belongs to another user.',
    'Sign in there with your own account, then link again.',
  ],
  SSO_STATE_INVALID: ['The sign-in was not started in this browser, or too long ago.', 'Start again.'],
  SSO_REFUSED: ['The identity provider refused the sign-in.', ADMIN],
  SSO_PROVIDER_UNREACHABLE: [
    'The identity provider does not respond.',
    'Try again, or sign in with user name and password.',
  ],
  SSO_LINK_NEEDED: [
    'This requires an account that is linked with the identity provider and has a password.',
    'Link the account or have a password set first.',
  ],
};
