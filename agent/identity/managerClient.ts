import type { X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import * as tls from 'node:tls';
import { guarded } from '../../server/shared/guarded.ts';
import { managerServerName } from '../../server/shared/pki/names.ts';
import type { HttpProxy } from '../proxy/proxy.ts';
import { ProxyError } from '../proxy/proxy.ts';
import { certificatePem, isIssuedBy, publicKeyPin } from './certificates.ts';

const connectTimeoutMs = 10_000;
/** A manager to which a whole fleet comes back lets handshakes wait; whoever comes anew would wait at the end again. */
const handshakeTimeoutMs = 30_000;
const answerTimeoutMs = 30_000;
const maxAnswerBytes = 1024 * 1024;

/**
 * `unreachable`: try again later. `untrusted`: the server could not prove that it is the manager; nothing was sent.
 * `blocked`: a proxy on the way refuses to let this host through. `refused`: the manager answered with an error.
 */
export type ManagerCallFailure = 'unreachable' | 'untrusted' | 'blocked' | 'refused';

export class ManagerCallError extends Error {
  override readonly name = 'ManagerCallError';
  readonly failure: ManagerCallFailure;
  readonly status: number | null;
  /** The manager's error code. */
  readonly code: string | null;
  readonly retryAfterMs: number | null;

  constructor(
    failure: ManagerCallFailure,
    message: string,
    answer: { status?: number; code?: string | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: answer.cause });
    this.failure = failure;
    this.status = answer.status ?? null;
    this.code = answer.code ?? null;
    this.retryAfterMs = answer.retryAfterMs ?? null;
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    return this.failure === 'unreachable' || this.status === 429 || (this.status ?? 0) >= 500;
  }
}

/**
 * What proves the manager's identity: a root with this pin, or one of these roots. The system's store is never used.
 */
export type ManagerProof = { pin: string } | { rootPems: readonly string[] };

/** How connections to the manager leave this host. */
export interface Route {
  /** This machine's address for the connection; default: the system chooses. */
  localAddress?: string | undefined;
  /** Through it go those that it serves; null: none is configured. */
  proxy?: HttpProxy | null | undefined;
}

/** The way to a manager that may be at several addresses. */
export interface ManagerRoute extends Route {
  /** Tried in their order after the first one; none if absent. */
  others?: readonly URL[] | undefined;
}

export interface ManagerConnection {
  socket: tls.TLSSocket;
  url: URL;
  /** The roots against which the chain was verified. */
  rootPems: readonly string[];
  /** The address of this host on the way to the manager, or to the proxy before it. */
  localAddress: string;
}

/**
 * Opens a verified connection, to the first address that can be reached and proves to be the manager; only the TLS
 * handshake has been sent when it resolves. Throws the ManagerCallError of the last one.
 */
export async function connectToManager(
  url: URL,
  proof: ManagerProof,
  { others = [], ...route }: ManagerRoute,
): Promise<ManagerConnection> {
  const [next, ...rest] = others;
  try {
    return await connectTo(url, proof, route);
  } catch (error) {
    if (next === undefined || !(error instanceof ManagerCallError)) throw error;
    return connectToManager(next, proof, { ...route, others: rest });
  }
}

/**
 * With a pin, a first connection reads the served chain without trusting it, just to find the root of that pin; OpenSSL
 * then verifies a second connection against that root alone.
 */
async function connectTo(url: URL, proof: ManagerProof, route: Route): Promise<ManagerConnection> {
  const rootPems = 'pin' in proof ? [await findPinnedRoot(url, proof.pin, route)] : proof.rootPems;
  const socket = await connect(url, route, {
    ca: [...rootPems],
    // While two roots are valid, the pinned one may be served in the form that the other has signed.
    allowPartialTrustChain: true,
    rejectUnauthorized: true,
    checkServerIdentity: (_name, certificate) => serverNameProblem(url, certificate),
  });
  return { socket, url, rootPems, localAddress: (socket.localAddress ?? '').replace(/^::ffff:/, '') };
}

export interface ManagerCall {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  bearer?: string;
}

/** One call over a verified connection, which is closed afterwards. Throws ManagerCallError. */
export async function callManager(connection: ManagerConnection, call: ManagerCall): Promise<unknown> {
  const answer = await exchange(connection, call).catch((cause: Error) => {
    throw cause instanceof ManagerCallError ? cause : unreachable(connection.url, cause);
  });
  if (answer.status < 200 || answer.status >= 300) throw refusedBy(answer);
  return parseJson(answer.bytes.toString('utf8'));
}

/** Why the manager answers a request to upgrade a connection in another way; the connection is of no more use. */
export async function upgradeRefusal(response: IncomingMessage): Promise<ManagerCallError> {
  const unread = { status: response.statusCode ?? 0, bytes: Buffer.alloc(0), retryAfterMs: null };
  return refusedBy(await readAnswer(response).catch(() => unread));
}

function refusedBy(answer: Answer): ManagerCallError {
  const body = parseJson(answer.bytes.toString('utf8'));
  const error = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  const code = typeof error?.code === 'string' ? error.code : null;
  const message = typeof error?.message === 'string' ? error.message : `it answered ${answer.status}`;
  return new ManagerCallError('refused', `the manager refused: ${message}${code ? ` (${code})` : ''}`, {
    status: answer.status,
    code,
    retryAfterMs: answer.retryAfterMs,
  });
}

/** A public file of the manager, over a verified connection, which is closed afterwards; null: it gave none. */
export async function downloadFile(connection: ManagerConnection, path: string): Promise<Buffer | null> {
  const answer = await exchange(connection, { method: 'GET', path }).catch(() => null);
  return answer?.status === 200 ? answer.bytes : null;
}

async function findPinnedRoot(url: URL, pin: string, route: Route): Promise<string> {
  const socket = await connect(url, route, { rejectUnauthorized: false });
  const chain = servedChain(socket);
  socket.destroy();
  const pinned = chain.filter(({ ca, publicKey }) => ca && publicKeyPin(publicKey) === pin);
  const root = pinned.find((certificate) => isIssuedBy(certificate, certificate)) ?? pinned[0];
  if (root) return certificatePem(root);
  throw new ManagerCallError(
    'untrusted',
    `the listener at ${url.host} could not prove to be the manager: it showed no root with the fingerprint ${pin}; nothing was sent`,
  );
}

function servedChain(socket: tls.TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next && chain.length < 10) {
    chain.push(next);
    if (isIssuedBy(next, next)) break;
    next = next.issuerCertificate;
  }
  return chain;
}

/**
 * A TLS connection to the manager that OpenSSL has verified as the options say; a proxy on the way passes its bytes on.
 * Throws ManagerCallError.
 */
export async function connect(
  url: URL,
  { localAddress, proxy }: Route,
  options: tls.ConnectionOptions,
  signal?: AbortSignal,
): Promise<tls.TLSSocket> {
  const used = proxy?.serves(url) ? proxy : null;
  const way = used
    ? { socket: await used.open(url, { localAddress, signal }).catch((error: unknown) => failedAt(error)) }
    : {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: Number(url.port || 443),
        ...(localAddress === undefined ? {} : { localAddress }),
      };
  return shakeHands({ ...way, ...options }, signal).catch((error: Error) => {
    throw error === signal?.reason ? error : connectError(url, error, used);
  });
}

function failedAt(error: unknown): never {
  if (!(error instanceof ProxyError)) throw error;
  throw new ManagerCallError(error.isRefusal ? 'blocked' : 'unreachable', error.message, { cause: error });
}

/** Rejects with the error of the socket, or with the signal's reason. */
function shakeHands(options: tls.ConnectionOptions, signal?: AbortSignal): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      // For this name the listener shows the internal certificate, even if it shows people another one.
      servername: managerServerName,
      minVersion: 'TLSv1.2',
      ...options,
    });
    const fail = guarded((error: Error) => {
      socket.destroy();
      reject(error);
    });
    // Through a proxy the connection is there already.
    let limitMs = options.socket ? handshakeTimeoutMs : connectTimeoutMs;
    const late = (): void => fail(new Error(`no answer within ${limitMs / 1_000} s`));
    const aborted = guarded(() => fail(signal?.reason as Error));
    socket.setTimeout(limitMs, late);
    socket.once('connect', () => {
      limitMs = handshakeTimeoutMs;
      socket.setTimeout(limitMs);
    });
    socket.once('error', fail);
    socket.once('close', () => signal?.removeEventListener('abort', aborted));
    signal?.addEventListener('abort', aborted);
    if (signal?.aborted) return aborted();
    socket.once(
      'secureConnect',
      guarded(() => {
        socket.setTimeout(0);
        socket.off('timeout', late);
        socket.off('error', fail);
        signal?.removeEventListener('abort', aborted);
        // The request that uses the socket handles later errors; without one they must not end the process.
        socket.on('error', () => undefined);
        resolve(socket);
      }),
    );
  });
}

/** Accepts the internal CA's name for the manager or, for the operator's own certificate, the name that was dialled. */
function serverNameProblem(url: URL, certificate: tls.PeerCertificate): Error | undefined {
  const dialled = url.hostname.replace(/^\[|\]$/g, '');
  const problem = tls.checkServerIdentity(managerServerName, certificate);
  return problem && tls.checkServerIdentity(dialled, certificate) ? problem : undefined;
}

const clockCodes = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const trustCodes = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|PURPOSE/;

function connectError(url: URL, error: Error, proxy: HttpProxy | null): ManagerCallError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const hint = clockCodes.has(code)
    ? `; this host's clock says ${new Date().toISOString()}, check both clocks`
    : '';
  const behind = proxy
    ? ` (through the proxy ${proxy.name}, which may end TLS: it must not for the manager)`
    : '';
  if (trustCodes.test(code))
    return new ManagerCallError(
      'untrusted',
      `the listener at ${url.host} could not prove to be the manager: ${error.message}${hint}${behind}; nothing was sent`,
      { cause: error },
    );
  return unreachable(url, error, proxy);
}

function unreachable(url: URL, error: Error, proxy: HttpProxy | null = null): ManagerCallError {
  const through = proxy ? ` through the proxy ${proxy.name}` : '';
  const message = `the manager at ${url.host} cannot be reached${through}: ${error.message}`;
  return new ManagerCallError('unreachable', message, { cause: error });
}

interface Answer {
  status: number;
  bytes: Buffer;
  retryAfterMs: number | null;
}

function exchange(
  { socket, url }: ManagerConnection,
  { method, path, body, bearer }: ManagerCall,
): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    // Node tells a request nothing of a connection that has ended before it, not even when its time is over.
    const lost = guarded(() => reject(new Error('the connection was closed before the answer')));
    if (socket.destroyed) return lost();
    socket.once('close', lost);
    const call = request({
      createConnection: () => socket,
      method,
      path: `${url.pathname.replace(/\/$/, '')}${path}`,
      signal: AbortSignal.timeout(answerTimeoutMs),
      headers: {
        host: url.host,
        accept: 'application/json',
        connection: 'close',
        ...(text === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
    });
    call.once('error', reject);
    call.once(
      'response',
      guarded((response) => {
        socket.off('close', lost);
        void readAnswer(response).then(resolve, reject);
      }),
    );
    call.end(text ?? undefined);
  }).finally(() => socket.destroy()) as Promise<Answer>;
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) throw new Error('the answer is larger than 1 MB');
    chunks.push(chunk);
  }
  const retryAfterSecs = Number(response.headers['retry-after']);
  return {
    status: response.statusCode ?? 0,
    bytes: Buffer.concat(chunks),
    retryAfterMs: Number.isFinite(retryAfterSecs) && retryAfterSecs > 0 ? retryAfterSecs * 1000 : null,
  };
}

/** A body that is not JSON (a proxy's error page) becomes null; the status tells what happened. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
