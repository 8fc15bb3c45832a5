import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  CONFIGURATION_CHANGED: [
    'The configuration has changed since you saw the difference, so nothing was imported.',
    'Show the difference again.',
  ],
};
