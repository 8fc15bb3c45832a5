import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  SAVED_VIEW_NOT_FOUND: ['Shared view not found, or deleted.', RELOAD],
  SAVED_VIEW_LIMIT_REACHED: [
    'The limit of shared views is reached.',
    'Delete shared views that nobody uses, and try again.',
  ],
};
