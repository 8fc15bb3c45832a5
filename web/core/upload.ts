import { errorOf, failureOf } from './apiError.ts';
import { connection } from './connection.ts';
import { loadSentences } from './errors/sentences.ts';
import { session } from './session.ts';

export interface UploadOptions {
  signal: AbortSignal;
  /** Called with how much of the file has left this browser. */
  onProgress(sentBytes: number): void;
}

/**
 * Sends a file as the body of a PUT and tells how far it is, which `fetch` cannot. Resolves with the answer; throws
 * ApiError, and an AbortError when the signal ends it. If the manager answers that the token has ended, renews it and
 * sends the file once more.
 */
export async function upload<T>(path: string, file: File, options: UploadOptions): Promise<T> {
  const first = await send(path, file, options);
  const token = session.accessToken;
  const isStale = first.status === 401 && errorOf(answerOf(first), first.body).code === 'UNAUTHENTICATED';
  const sent = isStale && (await session.refresh(token)) ? await send(path, file, options) : first;
  if (sent.status >= 200 && sent.status < 300) return sent.body as T;
  await loadSentences();
  throw errorOf(answerOf(sent), sent.body);
}

interface Sent {
  status: number;
  body: unknown;
  requestId: string | null;
}

function send(path: string, file: File, { signal, onProgress }: UploadOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const aborted = (): void => request.abort();
    request.open('PUT', new URL(path, location.origin));
    request.setRequestHeader('content-type', 'application/octet-stream');
    if (session.accessToken) request.setRequestHeader('authorization', `Bearer ${session.accessToken}`);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      connection.answered();
      const requestId = request.getResponseHeader('x-request-id');
      resolve({ status: request.status, body: parsed(request.responseText), requestId });
    };
    request.onerror = () => {
      connection.suspect();
      reject(failureOf(new TypeError('The upload was interrupted.')));
    };
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', aborted);
    signal.addEventListener('abort', aborted);
    if (signal.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const answerOf = ({ status, requestId }: Sent): Response =>
  new Response(null, { status, headers: requestId === null ? {} : { 'x-request-id': requestId } });
