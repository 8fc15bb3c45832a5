import type { ErrorCatalogue } from './appError.ts';

const fatal = (status: number, message: string) => ({ status, retryable: false, message });
const passing = (status: number, message: string) => ({ status, retryable: true, message });

/**
 * Every code that the manager answers (a test compares it with `x-error-codes` in generated/manager.yaml). A plugin adds
 * its own through its manifest's `errors`.
 */
export const managerErrors = {
  VALIDATION_FAILED: fatal(400, 'The request does not match the contract.'),
  MALFORMED_JSON: fatal(400, 'The request body is not valid JSON.'),
  UNSUPPORTED_MEDIA_TYPE: fatal(415, 'Request bodies are application/json.'),
  PAYLOAD_TOO_LARGE: fatal(
    413,
    'The request body is larger than 1 MB, or than 16 kB where nobody is signed in.',
  ),
  HEADERS_TOO_LARGE: fatal(431, 'The path and the headers of the request are larger than 16 kB.'),
  UNAUTHENTICATED: fatal(401, 'Sign in first: the access token is missing, invalid or expired.'),
  FORBIDDEN: fatal(403, 'Your role does not allow this.'),
  REAUTHENTICATION_REQUIRED: fatal(
    403,
    'Confirm that it is you: your last confirmation is older than ten minutes, and this requires a newer one.',
  ),
  URL_REFUSED: fatal(400, 'The manager does not call this address.'),
  NOT_FOUND: fatal(404, 'There is no such path or resource.'),
  METHOD_NOT_ALLOWED: fatal(405, 'The path does not serve this method.'),
  PRECONDITION_FAILED: fatal(412, 'Someone else has changed it since you read it. Read it again.'),
  NAME_TAKEN: fatal(409, 'The name is already in use.'),
  IDEMPOTENCY_MISMATCH: fatal(409, 'The idempotency key was used with another request.'),
  TOKEN_NOT_REPEATED: fatal(
    409,
    'An earlier call with this key created the token, which is returned for one day only. Delete it, and create another.',
  ),
  PLUGIN_DISABLED: fatal(404, 'The feature is switched off on this manager.'),
  FIELD_DISABLED: fatal(409, 'The field needs a feature that is switched off on this manager.'),
  RATE_LIMITED: passing(429, 'Too many requests. Wait a moment.'),
  SERVICE_UNAVAILABLE: passing(503, 'The manager cannot answer right now.'),
  INTERNAL_ERROR: passing(500, 'Internal error of the manager.'),
} as const satisfies ErrorCatalogue;
