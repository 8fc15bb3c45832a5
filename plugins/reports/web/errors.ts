import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  REPORTS_BUSY: [
    'Too many of your reports are queued.',
    'Try again in a moment: reports are created one after the other.',
  ],
  REPORT_NOT_MADE: [
    'The report failed: it took longer than two minutes, or was interrupted.',
    'Try again, or choose a shorter period or a group. See the manager’s log for details.',
  ],
  REPORT_SCHEDULE_NOT_FOUND: ['Schedule not found, or deleted.', 'Reload the list.'],
  REPORT_SCHEDULE_INVALID: [
    'The time zone is unknown, or the rule is invalid or never starts.',
    'Correct the time zone or the rule.',
  ],
  REPORT_SCHEDULE_LIMIT_REACHED: [
    'The maximum number of report schedules is reached.',
    'Delete some that are no longer needed.',
  ],
  REPORT_RUN_ACTIVE: ['This report is already being created.', 'Wait until it has finished.'],
  REPORT_TOO_LARGE: ['The file would be larger than 256 MiB.', 'Choose a shorter period or a group.'],
};
