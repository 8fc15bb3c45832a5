import type { Feature } from '#sdk';

export const exposureErrors: NonNullable<Feature['errors']> = {
  ADVISORY_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'No host in your scope lacks this advisory.',
  },
  CVE_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'CVE not found on any host in your scope.',
  },
  EXCEPTION_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such exception.' },
  EXCEPTION_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'The maximum number of exceptions is reached; end some that are not needed.',
  },
  DATA_SET_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'No data set of this kind was ever imported.',
  },
  DATA_SET_INVALID: {
    status: 400,
    retryable: false,
    message: 'The file is damaged or of another kind; nothing was changed.',
  },
  DATA_SET_OLDER: {
    status: 409,
    retryable: false,
    message: 'The file is older than the present data set, or much smaller.',
  },
  DATA_SET_FETCH_OFF: {
    status: 409,
    retryable: false,
    message: 'Automatic download of this data set is disabled in the settings.',
  },
  DATA_SET_BUSY: { status: 409, retryable: true, message: 'Another import of this kind is in progress.' },
};
