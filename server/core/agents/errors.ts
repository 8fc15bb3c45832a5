import type { ErrorCatalogue } from '../../shared/wire/appError.ts';

export const agentsErrors = {
  CSR_INVALID: {
    status: 400,
    retryable: false,
    message: 'The CSR does not parse or verify, or its key is too weak.',
  },
  CERTIFICATE_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such certificate.' },
  CERTIFICATE_NOT_ACTIVE: {
    status: 409,
    retryable: false,
    message: 'The certificate is revoked, expired or superseded.',
  },
  ROTATION_UNDER_WAY: {
    status: 409,
    retryable: false,
    message: 'A root replacement is already in progress.',
  },
  ROTATION_NOT_POSSIBLE: {
    status: 409,
    retryable: false,
    message: 'The root replacement is not at a step that allows this.',
  },
  ROTATION_HOSTS_LEFT: {
    status: 409,
    retryable: false,
    message: 'Hosts still depend on the root that is being retired.',
  },
  AUTHORITY_REFUSED: {
    status: 400,
    retryable: false,
    message: 'This authority cannot be used.',
  },
  AUTHORITY_REQUEST_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'The manager has no open certificate request.',
  },
  CERTIFICATE_EXISTS: {
    status: 409,
    retryable: false,
    message: 'The host has an active certificate; re-issue it instead.',
  },
} as const satisfies ErrorCatalogue;
