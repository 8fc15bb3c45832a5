import type { Feature } from '#sdk';

/** Codes that only this plugin throws. */
export const reportErrors = {
  REPORTS_BUSY: {
    status: 503,
    retryable: true,
    message: 'Too many of your reports are queued; try again in a moment.',
  },
  REPORT_NOT_MADE: {
    status: 503,
    retryable: true,
    message: 'The report failed; try again, or choose a shorter period or a group.',
  },
  REPORT_TOO_LARGE: {
    status: 400,
    retryable: false,
    message: 'The file would be larger than 256 MiB; choose a shorter period or a group.',
  },
  REPORT_SCHEDULE_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'Report schedule not found.',
  },
  REPORT_SCHEDULE_INVALID: {
    status: 400,
    retryable: false,
    message: 'The time zone is unknown, or the rule never yields a start, or takes too long to work out.',
  },
  REPORT_SCHEDULE_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'The maximum number of report schedules is reached; delete some that are not needed.',
  },
  REPORT_RUN_ACTIVE: {
    status: 409,
    retryable: false,
    message: 'The report of this schedule is already being created.',
  },
} satisfies Feature['errors'];
