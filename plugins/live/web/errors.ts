import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  TICKET_INVALID: ['The live connection was refused.', 'The page retries automatically.'],
};
