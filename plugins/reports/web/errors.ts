import type { CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  REPORTS_BUSY: [
    'Too many reports of your account wait for their turn.',
    'Try again in a moment: the manager makes them one after the other, so that all other work goes on.',
  ],
  REPORT_NOT_MADE: [
    'The report was not made: it took longer than two minutes, or broke off.',
    'Try again, or choose a shorter period or a group. The log of the manager says what happened.',
  ],
  REPORT_SCHEDULE_NOT_FOUND: ['This schedule is not there any more.', 'Reload the list.'],
  REPORT_SCHEDULE_INVALID: [
    'The time zone is unknown, or the rule is not valid or never starts.',
    'Correct the time zone or the rule.',
  ],
  REPORT_SCHEDULE_LIMIT_REACHED: [
    'The limit of report schedules is reached.',
    'Delete some that are not needed.',
  ],
  REPORT_RUN_ACTIVE: ['This report is being made already.', 'Wait for it.'],
  REPORT_TOO_LARGE: ['The file would be larger than 256 MiB.', 'Choose a shorter period or a group.'],
};
