/**
 * What the manager answered, or why there was no answer (`NETWORK`, `TIMEOUT`, `BAD_ANSWER`). Branch on `code` alone.
 */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(parts: {
    code: string;
    message: string;
    status: number;
    details?: Readonly<Record<string, unknown>>;
    requestId?: string | null;
    cause?: unknown;
  }) {
    super(parts.message, { cause: parts.cause });
    this.name = 'ApiError';
    this.code = parts.code;
    this.status = parts.status;
    this.details = parts.details ?? {};
    this.requestId = parts.requestId ?? null;
  }
}

/** Reads the error envelope of an answer with care: a proxy in between may answer anything. */
export function errorOf(response: Response, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const { code, message, details, request_id: requestId } = error;
  return new ApiError({
    code: typeof code === 'string' ? code : 'BAD_ANSWER',
    message: typeof message === 'string' ? message : `The answer was ${response.status}.`,
    status: response.status,
    details: isRecord(details) ? details : {},
    requestId: typeof requestId === 'string' ? requestId : response.headers.get('x-request-id'),
  });
}

/** A failed `fetch` as an ApiError; an abort by the caller is returned as it is. */
export function failureOf(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError({ code: 'TIMEOUT', message: 'No answer in time.', status: 0, cause });
  if (cause instanceof TypeError)
    return new ApiError({ code: 'NETWORK', message: 'No connection to the manager.', status: 0, cause });
  return cause;
}

/** Whether the manager may have got the call and answered it: no answer came, or a proxy's in its place. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || (error.status > 500 && error.code === 'BAD_ANSWER'))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
