import type { Feature } from '../../server/plugin.ts';

/** Codes that only this plugin throws. */
export const reportErrors = {
  REPORTS_BUSY: {
    status: 503,
    retryable: true,
    message: 'This manager is making as many reports as it makes at once; try again in a moment.',
  },
  REPORT_NOT_MADE: {
    status: 503,
    retryable: true,
    message: 'The report came to no end in time; try again, or choose a shorter period or a group.',
  },
  REPORT_TOO_LARGE: {
    status: 400,
    retryable: false,
    message: 'The file would be larger than 256 MiB; choose a shorter period or a group.',
  },
} satisfies Feature['errors'];
