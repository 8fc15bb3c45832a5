import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  WINDOW_NOT_FOUND: ['This maintenance window does not exist any more.', RELOAD],
  WINDOW_INVALID: [
    'The time zone is unknown, or the rule is not valid or never starts.',
    'Correct the time zone or the rule.',
  ],
  WINDOW_LIMIT_REACHED: [
    'The limit of maintenance windows or freezes is reached.',
    'Delete some that are past.',
  ],
  FREEZE_NOT_FOUND: ['This freeze does not exist any more.', RELOAD],
  OVERRIDE_EXISTS: ['Somebody has already let this job begin without waiting.', RELOAD],
};
