import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { AppError, type Actor, type Context } from '../../server/plugin.ts';
import { admit, admitRequest, urlOf } from './admission.ts';
import type { PlainSockets } from './plainSockets.ts';
import type { SocketIo } from './socketIo.ts';

export interface GateParts {
  ctx: Context;
  path: string;
  plain: PlainSockets;
  socketIo: SocketIo;
}

/**
 * Puts the two kinds of clients on one path of the manager's server. Requests of socket.io carry `EIO`; they
 * do not go through the request pipeline, because long polling uses methods and bodies that are engine.io's
 * own. Everything else goes on as before.
 */
export function openGate(server: Server, parts: GateParts): void {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (isEngine(req, parts.path)) return void poll(parts, req, res);
    for (const listener of others) listener.call(server, req, res as never);
  });
  server.on(
    'upgrade',
    (req: IncomingMessage, socket: Duplex, head: Buffer) => void upgrade(parts, req, socket, head),
  );
}

const isEngine = (req: IncomingMessage, path: string): boolean => {
  const url = urlOf(req);
  return url !== null && url.pathname === path && url.searchParams.has('EIO');
};

/** The ticket is taken once, at the handshake; later requests carry the session's id instead. */
function admitEngine(ctx: Context, req: IncomingMessage): Promise<Actor | null> {
  return urlOf(req)?.searchParams.has('sid') ? admitRequest(ctx, req).then(() => null) : admit(ctx, req);
}

async function poll({ ctx, socketIo }: GateParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  try {
    socketIo.handleRequest(req, res, await admitEngine(ctx, req));
  } catch (error) {
    const { status, headers, text } = refusal(ctx, error);
    res.writeHead(status, headers).end(text);
  }
}

async function upgrade(
  { ctx, path, plain, socketIo }: GateParts,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  try {
    if (urlOf(req)?.pathname !== path)
      throw new AppError('NOT_FOUND', { message: 'Nothing is upgraded here.' });
    if (isEngine(req, path)) {
      const actor = await admitEngine(ctx, req);
      socket.off('error', ignore);
      return socketIo.handleUpgrade(req, socket, head, actor);
    }
    const actor = await admit(ctx, req);
    socket.off('error', ignore);
    plain.accept(req, socket, head, actor);
  } catch (error) {
    const { status, headers, text } = refusal(ctx, error);
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  }
}

const REFUSALS: Readonly<Record<string, { status: number; message: string }>> = {
  TICKET_INVALID: { status: 401, message: 'The ticket is unknown, used or expired.' },
  FORBIDDEN: { status: 403, message: 'This is not allowed.' },
  NOT_FOUND: { status: 404, message: 'There is no such path.' },
  RATE_LIMITED: { status: 429, message: 'Too many wrong tickets. Wait a moment.' },
};

/** The manager's error envelope, for requests that its pipeline does not see. */
function refusal(
  ctx: Context,
  error: unknown,
): { status: number; headers: Record<string, string>; text: string } {
  const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
  const { status, message } = REFUSALS[code] ?? {
    status: 500,
    message: 'Something went wrong inside the manager.',
  };
  if (status === 500) ctx.log.error({ error }, 'a live connection could not be opened');
  const own = error instanceof AppError ? error.params : {};
  const text = JSON.stringify({
    error: {
      code: REFUSALS[code] ? code : 'INTERNAL_ERROR',
      message: own.message ?? message,
      request_id: uuid(),
    },
  });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...own.headers,
  };
  return { status, headers, text };
}
