import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { guarded } from '../../shared/guarded.ts';
import { AppError, type ErrorCatalogue } from '../../shared/wire/appError.ts';
import { urlOfRequest } from '../../shared/wire/requestTarget.ts';
import { unparsedAnswer } from './unparsed.ts';

/** What is thrown is answered by the error envelope. Nothing of the request pipeline has judged these requests. */
export interface SocketHandlers {
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Null for a request of the path that is none of its own: it goes through the pipeline as all others do. */
  poll?(req: IncomingMessage, res: ServerResponse): Promise<void> | null;
}

/** Connections that features keep open, on paths of the manager's own server. */
export interface Sockets {
  /** Takes the upgrades of a path, and requests of clients that poll instead. Called in `setup`. */
  take(path: string, handlers: SocketHandlers): void;
}

export interface OwnSockets extends Sockets {
  /** Called once, before the server listens. */
  attach(server: EventEmitter): void;
}

export function createSockets(log: Logger, errors: ErrorCatalogue): OwnSockets {
  const taken = new Map<string, SocketHandlers>();
  const ofPath = (req: IncomingMessage) => taken.get(urlOfRequest(req)?.pathname ?? '');

  function refusal(error: unknown): ReturnType<typeof unparsedAnswer> {
    const answer = unparsedAnswer(error, errors);
    if (answer.status >= 500)
      log.error({ error, requestId: answer.requestId }, 'a live connection could not be opened');
    return answer;
  }

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => undefined);
    try {
      const handlers = ofPath(req);
      if (!handlers)
        throw new AppError('NOT_FOUND', { message: 'This path takes no WebSocket connections.' });
      await handlers.upgrade(req, socket, head);
    } catch (error) {
      const answer = refusal(error);
      socket.end(`${answer.head}${answer.body}`);
    }
  }

  return {
    take(path, handlers) {
      if (taken.has(path)) throw new Error(`the connections of ${path} are another feature's`);
      taken.set(path, handlers);
    },
    attach(server) {
      if (taken.size === 0) return;
      const others = server.listeners('request') as RequestListener[];
      server.removeAllListeners('request');
      server.on(
        'request',
        guarded(
          (req: IncomingMessage, res: ServerResponse) => {
            const polled = ofPath(req)?.poll?.(req, res) ?? null;
            if (polled === null)
              return others.forEach((listener) => listener.call(server, req, res as never));
            return polled.catch((error: unknown) => {
              const { status, headers, body } = refusal(error);
              res.writeHead(status, headers).end(body);
            });
          },
          (req) => req.destroy(),
        ),
      );
      server.on(
        'upgrade',
        guarded(upgrade, (_req, socket) => socket.destroy()),
      );
    },
  };
}
