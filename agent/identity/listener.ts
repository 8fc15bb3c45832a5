import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { HANDSHAKE_TIMEOUT_MS, superviseConnections } from '../../server/shared/connections/supervise.ts';
import type { ConnectionLimits } from '../../server/shared/connections/supervise.ts';
import { guarded } from '../../server/shared/guarded.ts';
import { logThrottle } from '../../server/shared/logThrottle.ts';
import type { AgentIdentity } from './identity.ts';

const recheckMs = 30_000;
const logOncePerMs = 60_000;
/** Limit for connections that have not shown the manager's certificate. */
const roomSize = 64;

/** What is served to the manager, on connections that this agent accepted or dialled. */
export interface Serving {
  identity: AgentIdentity;
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  handleUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Called after every change of certificate or trust, once refused connections are closed. */
  onTrustChanged?: () => void;
  log: Logger;
}

export interface ListenerOptions extends Serving {
  /** For tests, which must not wait for half a minute. */
  connectionLimits?: Partial<ConnectionLimits>;
}

/**
 * The agent's mutual-TLS server, not yet listening. A peer without a certificate, or with one of another authority,
 * is dropped before any HTTP is read; a certificate that our CA issued for somebody else reaches the router, which
 * first of all answers 403. Changes of certificate and trust apply at once, also to open connections. OpenSSL gets no
 * CRL: an expired one would refuse everybody (see managerProblem).
 */
export function createListener(options: ListenerOptions): Server {
  const { identity, handler, handleUpgrade, log } = options;
  const open = new Set<TLSSocket>();
  const server = createServer(
    {
      ...identity.tlsOptions(),
      requestCert: true,
      // Such peers are refused below, where the reason can be logged.
      rejectUnauthorized: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      keepAliveTimeout: 120_000,
      ALPNProtocols: ['http/1.1'],
    },
    guarded(handler, (req) => req.destroy()),
  );
  server.on(
    'upgrade',
    guarded(handleUpgrade, (_req, socket) => socket.destroy()),
  );
  superviseConnections(server, {
    isProven: (socket) => identity.isManager(socket),
    limits: { roomSize, ...options.connectionLimits },
  });
  const logRefusal = refusalLog(log);
  server.prependListener(
    'secureConnection',
    guarded(
      (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        admit(socket, identity, logRefusal);
      },
      (socket) => socket.destroy(),
    ),
  );
  server.on(
    'tlsClientError',
    guarded((error) => log.debug({ err: error }, 'a TLS handshake failed')),
  );
  // Before it listens, the caller of `listen` handles errors. Later ones (e.g. no file descriptors left) do not stop
  // it.
  server.on(
    'error',
    guarded((error) => {
      if (server.listening) log.warn({ err: error }, 'a connection could not be accepted');
    }),
  );
  const stopFollowing = identity.onChange(() => {
    server.setSecureContext(identity.tlsOptions());
    closeRefused(open, identity);
    options.onTrustChanged?.();
  });
  const timer = setInterval(
    guarded(() => closeRefused(open, identity)),
    recheckMs,
  );
  timer.unref();
  server.once('close', () => clearInterval(timer));
  server.once('close', guarded(stopFollowing));
  return server;
}

function admit(
  socket: TLSSocket,
  identity: AgentIdentity,
  logRefusal: (reason: string, from: string) => void,
): void {
  const problem = identity.peerProblem(socket);
  if (problem === null) return identity.certificateWasUsed(socket);
  logRefusal(problem, socket.remoteAddress ?? 'unknown');
  // The router refuses those, and tells the manager what this host's clock says.
  if (!socket.authorized && !identity.isOutOfDate(socket)) socket.destroy();
}

/** Closes connections and streams of peers that are no longer the manager; their calls would be refused anyway. */
function closeRefused(open: ReadonlySet<TLSSocket>, identity: AgentIdentity): void {
  for (const socket of open) if (!identity.isManager(socket)) socket.destroy();
}

/** At most one line a minute for each reason, so that refused peers cannot fill the disk. */
function refusalLog(log: Logger): (reason: string, from: string) => void {
  const tell = logThrottle(logOncePerMs);
  return (reason, from) => {
    const untold = tell(reason.slice(0, 40));
    if (untold !== null)
      log.warn({ from, reason, untold }, 'a connection was refused: it is not the manager');
  };
}
