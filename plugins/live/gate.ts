import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, http, validationError, waitError } from '#sdk';
import { admit, admitRequest, countWrongTicket, type AdmissionParts } from './admission.ts';
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
 * own.
 */
export function openGate(parts: GateParts): void {
  parts.ctx.sockets.take(parts.path, {
    poll: (req, res) => (isEngine(req) ? poll(parts, req, res) : null),
    upgrade: (req, socket, head) => upgrade(parts, req, socket, head),
  });
}

const isEngine = (req: IncomingMessage): boolean => http.urlOfRequest(req)?.searchParams.has('EIO') ?? false;

const OF_THE_ENGINE: Readonly<Record<string, readonly string[]>> = {
  EIO: ['4'],
  transport: ['polling', 'websocket'],
};

/**
 * The ticket is taken once, at the handshake; later requests carry the session's id instead. An id that is empty,
 * unknown or given twice is refused: engine.io would read it in its own way, and open a session for an empty one.
 */
async function admitEngine(parts: GateParts, req: IncomingMessage): Promise<Admitted | null> {
  const query = http.urlOfRequest(req)?.searchParams ?? new URLSearchParams();
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
    message: 'There is no such session; reconnect with a new ticket.',
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
  parts.socketIo.handleRequest(req, res, await admitEngine(parts, req));
}

async function upgrade(parts: GateParts, req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  if (isEngine(req)) parts.socketIo.handleUpgrade(req, socket, head, await admitEngine(parts, req));
  else parts.plain.accept(req, socket, head, await admitOne(parts, req));
}
