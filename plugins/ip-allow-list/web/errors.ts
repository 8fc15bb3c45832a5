import { ADMIN, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  ADDRESS_NOT_ALLOWED: ['Your network address is not on the allow-list of this manager.', ADMIN],
};
