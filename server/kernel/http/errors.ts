import type { ErrorRequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import {
  AppError,
  cut,
  validationError,
  type ErrorCatalogue,
  type ErrorSpec,
} from '../../shared/wire/appError.ts';
import { managerErrors } from '../../shared/wire/managerErrors.ts';
import { HookFailed } from '../hooks.ts';
import { databaseFailureOf, type DatabaseFailure } from '../db/failure.ts';
import { StepFailed } from '../db/steps.ts';
import { stateOf } from './state.ts';

/** What body-parser and express-openapi-validator throw. */
interface HttpError {
  status?: number;
  type?: string;
  errors?: { path?: string; message?: string }[];
  message?: string;
}

const BY_TYPE: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'MALFORMED_JSON',
  'entity.too.large': 'PAYLOAD_TOO_LARGE',
  'encoding.unsupported': 'UNSUPPORTED_MEDIA_TYPE',
  'charset.unsupported': 'UNSUPPORTED_MEDIA_TYPE',
  'request.aborted': 'VALIDATION_FAILED',
  'request.size.invalid': 'VALIDATION_FAILED',
};

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'VALIDATION_FAILED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** What a caller gets to see of an error, whichever way the request came in. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: { error: { code: string; message: string; details?: Record<string, unknown>; request_id: string } };
}

/**
 * The one place where an error becomes an answer: `{ error: { code, message, details?, request_id } }`. A code
 * that the catalogue lacks is a defect and answers INTERNAL_ERROR.
 */
export function errorAnswer(thrown: unknown, catalogue: ErrorCatalogue, requestId: string): ErrorAnswer {
  const error = toAppError(thrown);
  const spec: ErrorSpec | undefined = catalogue[error.code];
  const known = spec ?? managerErrors.INTERNAL_ERROR;
  return {
    status: known.status,
    headers: {
      'Cache-Control': 'no-store',
      // RFC 9110, 15.5.2: no 401 without it.
      ...(known.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...error.params.headers,
    },
    body: {
      error: {
        code: spec ? error.code : 'INTERNAL_ERROR',
        message: spec ? cut(error.params.message ?? known.message, 1000) : known.message,
        ...(spec && error.details ? { details: error.details } : {}),
        request_id: requestId,
      },
    },
  };
}

/**
 * Answers an error that a step of the pipeline threw; logs it where only a person can mend it. A browser that opened
 * the operation as a page is sent to its error page: a person could do nothing with an envelope.
 */
export function errorHandler(catalogue: ErrorCatalogue): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    if (res.headersSent) return next(thrown);
    const state = stateOf(req);
    const { status, headers, body } = errorAnswer(thrown, catalogue, state.requestId);
    if (status >= 500) state.log.error(told(thrown), 'request failed');
    if (REFUSALS.has(status)) state.refusal = body.error.code;
    const { errorPage } = state.operation ?? {};
    if (errorPage === undefined || !wantsPage(req)) return void res.status(status).set(headers).json(body);
    res.status(302).set({ ...headers, Location: `${errorPage}${body.error.code}` });
    res.end();
  };
}

/** Without a stack where it would say nothing: the database is away, or the stack was logged by whom the hook asks. */
const told = (thrown: unknown): { reason: string } | { error: unknown } =>
  thrown instanceof HookFailed || databaseFailureOf(thrown) !== null
    ? { reason: cut((thrown as Error).message, 1000) }
    : { error: thrown };

/** Who is unknown, may not, is locked out, or calls too often. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 423, 429]);

/** Whether a web page waits for the answer, and not a program. */
export const wantsPage = ({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): boolean =>
  accept.includes('text/html');

const RETRY_SECS = '2';

const DATABASE: Readonly<Record<DatabaseFailure, string>> = {
  busy: 'The manager is busy: its database was not free in time. Try again.',
  lost: 'The manager lost the connection to its database, and what the call changed may be stored or not. Try again.',
  unwritable:
    "The manager's database cannot be written (disk full, read-only, or its file removed?); nothing was changed.",
};

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const failure = databaseFailureOf(thrown);
  if (failure !== null) {
    const headers: Record<string, string> = failure === 'unwritable' ? {} : { 'Retry-After': RETRY_SECS };
    return new AppError('SERVICE_UNAVAILABLE', { message: DATABASE[failure], headers }, { cause: thrown });
  }
  if (thrown instanceof HookFailed) return new AppError('SERVICE_UNAVAILABLE', {}, { cause: thrown });
  if (thrown instanceof StepFailed) {
    const message = `The feature ${thrown.feature} could not do its part; nothing was changed.`;
    return new AppError('SERVICE_UNAVAILABLE', { message }, { cause: thrown });
  }
  const error = (thrown ?? {}) as HttpError;
  const code = BY_TYPE[error.type ?? ''] ?? BY_STATUS[error.status ?? 0] ?? 'INTERNAL_ERROR';
  if (code !== 'VALIDATION_FAILED') return new AppError(code, {}, { cause: thrown });
  const issues = (error.errors ?? []).map(({ path, message }) => ({
    path: path ?? '',
    message: message ?? 'is not valid',
  }));
  const text = issues.length > 0 ? undefined : 'The request does not match the contract.';
  return Object.assign(validationError(issues, text), { cause: thrown });
}
