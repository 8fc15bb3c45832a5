import type { ErrorCatalogue } from '../../shared/wire/appError.ts';

export const identityErrors = {
  INVALID_CREDENTIALS: { status: 401, retryable: false, message: 'User name or password is wrong.' },
  MFA_REQUIRED: { status: 401, retryable: false, message: 'Signing in needs your second factor too.' },
  REFRESH_TOKEN_INVALID: {
    status: 401,
    retryable: false,
    message: 'The session has ended. Sign in again.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    retryable: false,
    message: 'The account is disabled. Ask an administrator.',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    retryable: false,
    message: 'The password must be changed first.',
  },
  PASSWORD_TOO_WEAK: { status: 400, retryable: false, message: 'The password is too weak.' },
  ACCOUNT_LOCKED: { status: 423, retryable: true, message: 'Too many failed sign-ins. Try again later.' },
  USER_NOT_FOUND: { status: 404, retryable: false, message: 'User not found.' },
  ROLE_NOT_FOUND: { status: 404, retryable: false, message: 'Role not found.' },
  ROLE_EXISTS: { status: 409, retryable: false, message: 'There is a role or a scope of this name already.' },
  ROLE_FIXED: {
    status: 409,
    retryable: false,
    message: 'The roles admin, operator and reporter are the same in every manager; make a role of your own.',
  },
  ROLE_IN_USE: {
    status: 409,
    retryable: false,
    message:
      'A user, an API token, a service account or a row of the mapping of single sign-on has this role.',
  },
  ROLE_LIMIT_REACHED: { status: 409, retryable: false, message: 'There are as many roles as there may be.' },
  USER_EXISTS: { status: 409, retryable: false, message: 'Another user has this name.' },
  WOULD_LOCK_OUT: {
    status: 409,
    retryable: false,
    message:
      'Nobody would be left who is an enabled administrator with a password. Make or enable another one first.',
  },
} as const satisfies ErrorCatalogue;
