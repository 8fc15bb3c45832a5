import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  CONFIGURATION_CHANGED: [
    'The configuration has changed since the review, so nothing was imported.',
    'Show the changes again.',
  ],
};
