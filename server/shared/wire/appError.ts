/** One row of an error catalogue: what a code means on the wire. */
export interface ErrorSpec {
  /** HTTP status of a call that is refused with this code. */
  status: number;
  /** Whether the same call may succeed later without anybody changing anything. */
  retryable: boolean;
  /** Public message when the thrower gives none. */
  message: string;
}

export type ErrorCatalogue = Readonly<Record<string, ErrorSpec>>;

export interface AppErrorParams {
  /** Public: shown to callers. No secrets, no internals. */
  message?: string;
  /** Public, structured. */
  details?: Record<string, unknown>;
  /** Extra response headers, e.g. Retry-After. */
  headers?: Record<string, string>;
}

/**
 * The only error that reaches a caller with its own words. `code` is looked up in the service's catalogue at
 * the boundary; an unknown code is a defect and answers INTERNAL_ERROR.
 */
export class AppError extends Error {
  readonly code: string;
  readonly params: AppErrorParams;

  constructor(code: string, params: AppErrorParams = {}, options: { cause?: unknown } = {}) {
    super(params.message ?? code, options);
    this.name = 'AppError';
    this.code = code;
    this.params = params;
  }

  get details(): Record<string, unknown> | undefined {
    return this.params.details;
  }
}

/** A refusal that says when to come back: in `details.retry_after_secs` and in the header (RFC 9110, 10.2.3). */
export function waitError(
  code: 'RATE_LIMITED' | 'ACCOUNT_LOCKED',
  waitSecs: number,
  more: Pick<AppErrorParams, 'message'> = {},
): AppError {
  return new AppError(code, {
    ...more,
    details: { retry_after_secs: waitSecs },
    headers: { 'Retry-After': String(waitSecs) },
  });
}

/** One violated rule of a request; `path` is a JSON pointer into it, e.g. `/body/name`. */
export interface ValidationIssue {
  path: string;
  message: string;
}

/** The 400 that both services answer for a request that does not match the contract. */
export function validationError(found: readonly ValidationIssue[], message?: string): AppError {
  const issues = found
    .slice(0, 50)
    .map((issue) => ({ path: shownPath(issue.path), message: cut(issue.message, 500) }));
  const first = issues[0];
  const text = message ?? (first ? `${first.path}: ${first.message}` : 'The request is not valid.');
  return new AppError('VALIDATION_FAILED', { message: text, details: { errors: issues } });
}

/** A path may hold what the caller made up, such as an unknown property; the contract bounds it. */
function shownPath(path: string): string {
  return cut(path.replace(/[\p{Cc}\p{Cf}]/gu, '?'), 512);
}

/** Cuts a text of an error: the contracts bound it, and a rule may name hundreds of values that would be allowed. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;
