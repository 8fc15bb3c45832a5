import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  CERTIFICATE_UNUSABLE: [
    'The manager cannot use your own console certificate.',
    'Correct the files that web_cert_file and web_key_file in the manager’s configuration name, then try again.',
  ],
  NOTHING_TO_CONFIRM: [
    'No pending certificate change to confirm.',
    'The change was confirmed, or reverted because nobody confirmed it in time. Reload the page.',
  ],
  TLS_NOT_CONFIRMED: [
    'This browser still uses a connection opened with the previous certificate.',
    'Try again: the next request opens a new connection.',
  ],
};
