import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { v7 as uuid } from 'uuid';
import type { Logger } from 'pino';
import { guarded } from '../../shared/guarded.ts';
import { AppError, type ErrorCatalogue } from '../../shared/wire/appError.ts';
import { managerErrors } from '../../shared/wire/managerErrors.ts';
import { errorAnswer } from './errors.ts';

/** What Node's parser says of a request that it gave up, and the error that answers it; anything else is no HTTP. */
const BY_FAULT: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('HEADERS_TOO_LARGE'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new AppError('PAYLOAD_TOO_LARGE'),
};
const NO_HTTP = new AppError('VALIDATION_FAILED', { message: 'This is no valid request of HTTP/1.1.' });

/** For so long a peer may go on sending what nobody reads. */
const DROPPING_MS = 2_000;

/**
 * Answers requests that Node cannot read as all others are answered: with the envelope, and an end of the connection
 * that a client sees as one. Node itself writes a status line alone, and cuts the connection.
 */
export function answerUnparsed(server: Server, log: Logger): void {
  server.on(
    'clientError',
    guarded(
      (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse | null }) => {
        // An answer that has begun would be spoiled; a TLS handshake that failed has nobody who reads one.
        const canRead = socket.writable && socket.readyState === 'open' && isHttp(error);
        if (!canRead || socket._httpMessage?.headersSent) return void socket.destroy(error);
        const answer = unparsedAnswer(BY_FAULT[error.code ?? ''] ?? NO_HTTP);
        log.info(
          { requestId: answer.requestId, status: answer.status, fault: error.code },
          'no valid request',
        );
        // What the peer still sends is dropped, not left unread: closing then would take the answer back.
        // (A listener of ours also takes the socket from Node's parser.)
        socket.removeAllListeners('data').on('data', () => undefined);
        socket.end(`${answer.head}${answer.body}`);
        const timer = setTimeout(
          guarded(() => socket.destroy()),
          DROPPING_MS,
        );
        timer.unref();
      },
      (_error, socket) => socket.destroy(),
    ),
  );
}

const isHttp = ({ code = '' }: NodeJS.ErrnoException): boolean => code.startsWith('HPE_');

/** The envelope and headers of an error for a request that never came to the pipeline; the connection ends after it. */
export function unparsedAnswer(error: unknown, catalogue: ErrorCatalogue = managerErrors) {
  const requestId = uuid();
  const { status, headers, body } = errorAnswer(error, catalogue, requestId);
  const text = JSON.stringify(body);
  const all: Record<string, string> = {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    // Nobody reads the rest of the request.
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  return { requestId, status, headers: all, head, body: text };
}
