import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  CERTIFICATE_UNUSABLE: [
    'The manager cannot use your own certificate for its pages.',
    'Correct the files that web_cert_file and web_key_file in the manager’s configuration name, then try again.',
  ],
  NOTHING_TO_CONFIRM: [
    'There is no change of the certificate left to confirm.',
    'It was confirmed, or taken back because nobody confirmed it in time. Load the page again to see which.',
  ],
  TLS_NOT_CONFIRMED: [
    'This browser still uses a connection that was opened with the former certificate.',
    'Try again: the next call opens a new connection.',
  ],
};
