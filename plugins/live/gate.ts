import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { AppError, type Context, guarded, http, validationError, waitError } from '#sdk';
import { admit, admitRequest, countWrongTicket, urlOf, type AdmissionParts } from './admission.ts';
import type { Admitted } from './client.ts';
import { MAX_CLIENTS_OF_ONE, type Hub } from './hub.ts';
import type { PlainSockets } from './plainSockets.ts';
import type { SocketIo } from './socketIo.ts';

const RETRY_SECS = 30;
const POLL_AGAIN_SECS = 10;

export interface GateParts extends AdmissionParts {
  path: string;
  hub: Pick<Hub, 'hasEnough' | 'mayPoll'>;
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
  server.on(
    'request',
    guarded(
      (req: IncomingMessage, res: ServerResponse) => {
        if (isEngine(req, parts.path)) return poll(parts, req, res);
        for (const listener of others) listener.call(server, req, res as never);
        return undefined;
      },
      (req) => req.destroy(),
    ),
  );
  server.on(
    'upgrade',
    guarded(
      (req: IncomingMessage, socket: Duplex, head: Buffer) => upgrade(parts, req, socket, head),
      (_req, socket) => socket.destroy(),
    ),
  );
}

const isEngine = (req: IncomingMessage, path: string): boolean => {
  const url = urlOf(req);
  return url !== null && url.pathname === path && url.searchParams.has('EIO');
};

const OF_THE_ENGINE: Readonly<Record<string, readonly string[]>> = {
  EIO: ['4'],
  transport: ['polling', 'websocket'],
};

/**
 * The ticket is taken once, at the handshake; later requests carry the session's id instead. An id that is empty,
 * unknown or given twice is refused: engine.io would read it in its own way, and open a session for an empty one.
 */
async function admitEngine(parts: GateParts, req: IncomingMessage): Promise<Admitted | null> {
  const query = urlOf(req)?.searchParams ?? new URLSearchParams();
  // Any page could load the answer as a script, past the check of its Origin.
  if (query.has('j')) throw new AppError('VALIDATION_FAILED', { message: 'JSONP is not served here.' });
  // engine.io would answer wrong values here in a form of its own.
  for (const [name, known] of Object.entries(OF_THE_ENGINE))
    if (!known.includes(query.getAll(name).join()))
      throw validationError([{ path: `/query/${name}`, message: `must be ${known.join(' or ')}` }]);
  const [sid, ...more] = query.getAll('sid');
  if (sid === undefined) return admitOne(parts, req);
  const address = await admitRequest(parts, req);
  const client = more.length === 0 ? parts.socketIo.clientOf(sid) : null;
  if (client && parts.hub.mayPoll(client.actor)) return null;
  if (client) throw waitError('RATE_LIMITED', POLL_AGAIN_SECS);
  await countWrongTicket(parts.ctx, address);
  throw new AppError('VALIDATION_FAILED', {
    message: 'There is no such session; connect anew, with a ticket.',
  });
}

/** Throws as admit, and RATE_LIMITED where the account has connections enough. */
async function admitOne(parts: GateParts, req: IncomingMessage): Promise<Admitted> {
  const whose = await admit(parts, req);
  if (!parts.hub.hasEnough(whose.actor)) return whose;
  throw waitError('RATE_LIMITED', RETRY_SECS, {
    message: `This account has ${MAX_CLIENTS_OF_ONE} live connections open, and may have no more.`,
  });
}

async function poll(parts: GateParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  try {
    parts.socketIo.handleRequest(req, res, await admitEngine(parts, req));
  } catch (error) {
    const { status, headers, text } = refusal(parts.ctx, error);
    res.writeHead(status, headers).end(text);
  }
}

async function upgrade(parts: GateParts, req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const { ctx, path, plain, socketIo } = parts;
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  try {
    if (urlOf(req)?.pathname !== path)
      throw new AppError('NOT_FOUND', { message: 'This path takes no WebSocket connections.' });
    if (isEngine(req, path)) {
      const whose = await admitEngine(parts, req);
      socket.off('error', ignore);
      return socketIo.handleUpgrade(req, socket, head, whose);
    }
    const whose = await admitOne(parts, req);
    socket.off('error', ignore);
    plain.accept(req, socket, head, whose);
  } catch (error) {
    const { status, headers, text } = refusal(ctx, error);
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  }
}

/** The manager's error envelope, as its pipeline gives it, for requests that the pipeline does not see. */
function refusal(
  ctx: Context,
  error: unknown,
): { status: number; headers: Record<string, string>; text: string } {
  const requestId = uuid();
  const { status, headers, body } = http.errorAnswer(error, ctx.errors, requestId);
  if (status >= 500) ctx.log.error({ error }, 'a live connection could not be opened');
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: {
      ...headers,
      'X-Request-Id': requestId,
      'Content-Type': 'application/json',
      'Content-Length': length,
    },
    text,
  };
}
