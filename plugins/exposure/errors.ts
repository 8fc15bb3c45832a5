import type { Feature } from '../../server/plugin.ts';

export const exposureErrors: NonNullable<Feature['errors']> = {
  CVE_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'This CVE was never open on a host that you see.',
  },
  EXCEPTION_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such exception.' },
  EXCEPTION_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'There are as many exceptions as a manager keeps; end some.',
  },
};
