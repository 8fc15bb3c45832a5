import createClient, { type Client } from 'openapi-fetch';
import { ApiError, errorOf, failureOf } from './apiError.ts';
import { connection } from './connection.ts';
import { loadSentences } from './errors/sentences.ts';
import { freshProof } from './freshProof.ts';
import type { Paths } from './schema.ts';
import { session } from './session.ts';
import { hearTime } from './managerTime.ts';

const TIMEOUT_MS = 30_000;
/** For calls that make the manager search for a while; it gives up itself after two minutes. */
const PATIENT_MS = 130_000;
/** For files: a log or an export of millions of rows takes long, and data arrives all the while. */
const FILE_TIMEOUT_MS = 30 * 60_000;

/**
 * The manager's API, typed by its contract: `api.GET('/api/v1/hosts/{id}', { params: { path: { id } }, signal })`. Wrap
 * a call in {@link must}. Adds the token; renews it and repeats the call once without the caller noticing. A call that
 * asks for a fresh proof is repeated once the person has given it.
 */
export const api: Client<Paths> = createClient<Paths>({
  baseUrl: globalThis.location?.origin ?? '',
  fetch: (request) => sessionFetch(request, TIMEOUT_MS),
});

/** For calls that take longer than others: `api.GET(…, { fetch: patiently })`. */
export const patiently = (request: Request): Promise<Response> => sessionFetch(request, PATIENT_MS);

/** The data of a call; throws {@link ApiError} for everything that is not a 2xx, and when there is no answer. */
export async function must<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorOf(response, error);
  return data as T;
}

/** Fetches a file (a log, a certificate) with the session's token, and gives it to the browser to save. */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await sessionFetch(new Request(new URL(path, location.origin)), FILE_TIMEOUT_MS);
  if (!response.ok) throw errorOf(response, await response.json().catch(() => null));
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function sessionFetch(request: Request, timeoutMs: number): Promise<Response> {
  const again = request.clone();
  const response = await signedFetch(request, timeoutMs);
  const code = response.status === 403 ? await codeOf(response) : null;
  if (code === 'MFA_SETUP_REQUIRED') session.setUpIsDue(true);
  if (code !== 'REAUTHENTICATION_REQUIRED') return response;
  return (await freshProof.wanted()) ? signedFetch(again, timeoutMs) : response;
}

async function signedFetch(request: Request, timeoutMs: number): Promise<Response> {
  const token = session.accessToken;
  const again = request.clone();
  const response = await send(request, { token, timeoutMs });
  if (!token || !(await isUnauthenticated(response))) return response;
  if (!(await session.refresh(token))) return response;
  const repeated = await send(again, { token: session.accessToken, timeoutMs });
  if (await isUnauthenticated(repeated)) session.expire();
  return repeated;
}

async function send(
  request: Request,
  { token, timeoutMs }: { token: string | null; timeoutMs: number },
): Promise<Response> {
  const headers = new Headers(request.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const answered = connection.waiting();
  const askedAtMs = Date.now();
  try {
    const response = await fetch(new Request(request, { headers, signal }));
    hearTime(response, askedAtMs);
    // A proxy in between may answer 502 or the like; only a probe of the manager tells.
    if (response.status < 500) connection.answered();
    else connection.suspect();
    if (!response.ok) await loadSentences();
    return response;
  } catch (cause) {
    const error = failureOf(cause);
    if (error instanceof ApiError) connection.suspect();
    throw error;
  } finally {
    answered();
  }
}

/**
 * Looks at the code, not at the status alone: a wrong current password is a 401 too, and a repeat would count twice.
 */
async function isUnauthenticated(response: Response): Promise<boolean> {
  return response.status === 401 && (await codeOf(response)) === 'UNAUTHENTICATED';
}

/** The error code of an answer that is not 2xx; the caller can still read the answer. */
async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return errorOf(response, body).code;
}

export { ApiError };
