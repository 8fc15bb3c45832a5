import type { ErrorCatalogue } from '../../shared/wire/appError.ts';

export const hostsErrors = {
  HOST_NOT_FOUND: { status: 404, retryable: false, message: 'Host not found or not visible to you.' },
  HOST_EXISTS: { status: 409, retryable: false, message: 'A live host has this address and port.' },
  HOST_BUSY: { status: 409, retryable: true, message: 'The host has unfinished jobs; cancel them first.' },
  HOST_UNREACHABLE: {
    status: 502,
    retryable: true,
    message: "The host's agent could not be reached or gave no usable answer.",
  },
  HOST_ADDRESS_REFUSED: {
    status: 400,
    retryable: false,
    message:
      'The manager does not dial this address: loopback, link-local and metadata addresses are refused, and so are unusual spellings.',
  },
  DUPLICATE_IDENTITY: {
    status: 409,
    retryable: false,
    message:
      "The host's certificate is in use at two addresses; no job starts on it until one of the two is enrolled again.",
  },
  GROUP_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such group.' },
  GROUP_CHANGE_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'The change is no longer pending: it was decided, or the host reports its earlier value again.',
  },
  GROUP_RULE_BASED: {
    status: 409,
    retryable: false,
    message: 'The hosts of this group follow from its rule and cannot be listed by hand.',
  },
  GROUP_IN_USE: {
    status: 409,
    retryable: false,
    message: 'The group is in use; remove it first from what uses it.',
  },
  GROUP_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'The maximum number of groups is reached; delete one that is not needed.',
  },
  CHANGE_NUMBER_UNKNOWN: {
    status: 409,
    retryable: false,
    message:
      'This manager has given out no such change number: its database was restored. Read the whole list again.',
  },
} as const satisfies ErrorCatalogue;
