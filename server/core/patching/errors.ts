import type { ErrorCatalogue } from '../../shared/wire/appError.ts';

/** Codes that this feature adds to the manager's catalogue. */
export const patchingErrors = {
  TARGET_EMPTY: { status: 400, retryable: false, message: 'No hosts match the target.' },
  JOB_NOT_FOUND: { status: 404, retryable: false, message: 'Job not found.' },
  JOB_HOST_NOT_FOUND: { status: 404, retryable: false, message: 'That host is not part of the job.' },
  JOB_NOT_CANCELLABLE: { status: 409, retryable: false, message: 'The job has ended.' },
  JOB_NOT_PAUSED: { status: 409, retryable: false, message: 'The job is not paused.' },
  JOB_NOT_ROLLBACKABLE: { status: 409, retryable: false, message: 'The job cannot be rolled back.' },
  JOB_NOT_RETRYABLE: { status: 409, retryable: false, message: 'No host of the job can be retried.' },
  JOB_NOT_ACCEPTABLE: { status: 409, retryable: false, message: 'The host has not failed in this job.' },
  JOB_OUT_OF_SCOPE: {
    status: 403,
    retryable: false,
    message: 'The job includes hosts outside your scope; only someone who can see all of them can do this.',
  },
  PLAN_NOT_APPROVABLE: { status: 409, retryable: false, message: 'The job is not a plan that can be run.' },
  PLAN_ALREADY_RUN: { status: 409, retryable: false, message: 'The plan was approved already.' },
  PLAN_TOO_LARGE: {
    status: 409,
    retryable: false,
    message: 'The plan is too large to be stored in full, so it cannot be reviewed.',
  },
} as const satisfies ErrorCatalogue;
