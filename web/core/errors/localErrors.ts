/** What happened, and what to do. `alone`: they say all that the manager's own message says, in other words. */
export type Sentences = readonly [what: string, next: string, alone?: 'alone'];

/** For a call without an answer, or without one that could be read. */
export const localSentences: Readonly<Record<string, Sentences>> = {
  NETWORK: [
    'The manager could not be reached.',
    'Check that it is running and that your network is up. The page then refreshes automatically. If you changed something, check whether the change was saved before you repeat it.',
  ],
  TIMEOUT: [
    'The manager did not answer in time.',
    'Try again in a moment. If you changed something, check first whether the change was saved.',
  ],
  BAD_ANSWER: [
    'Something between your browser and the manager answered instead of it.',
    'Check the proxy, then try again.',
  ],
  WINDOW_BLOCKED: [
    'The browser blocked the new window.',
    'Allow pop-up windows for this page, and try again.',
  ],
  PASSKEY_NOT_CHOSEN: [
    'No passkey was used: it was cancelled, took too long, or there is none here.',
    'Nothing is lost. Try again, or use another method.',
  ],
  PASSKEY_REFUSED: ['The manager does not accept this passkey.', 'Try another one, or use another method.'],
  MFA_FACTOR_GONE: ['This second factor has been removed.', 'Use another one.'],
  PASSKEY_TOO_LATE: ['The sign-in took too long.', 'Go back and start again.'],
  PAGE_GONE: [
    'This page could not be loaded: the manager was probably updated while this tab was open.',
    'Reload the page.',
  ],
  PAGE_UNREACHABLE: [
    'This page could not be loaded: there is no connection to the manager.',
    'Check that it runs and that your network is up, then try again.',
  ],
};
