import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  WINDOW_NOT_FOUND: ['Maintenance window not found, or deleted.', RELOAD],
  WINDOW_INVALID: [
    'The time zone is unknown, or the rule is invalid or never starts.',
    'Correct the time zone or the rule.',
  ],
  WINDOW_LIMIT_REACHED: [
    'The maximum number of maintenance windows or freezes is reached.',
    'Delete past ones.',
  ],
  FREEZE_NOT_FOUND: ['Freeze not found, or deleted.', RELOAD],
  OVERRIDE_EXISTS: ['Scheduling is already overridden for this job.', RELOAD],
};
