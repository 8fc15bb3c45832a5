import type { RequestListener } from 'node:http';
import { createServer as createTlsServer, type Server, type ServerOptions } from 'node:https';
import { createServer, type Server as Front, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { AgentsService } from './core/agents/api.ts';
import { guarded } from './shared/guarded.ts';
import { readHelloName } from './shared/connections/helloName.ts';
import { Lobby } from './shared/connections/lobby.ts';
import { below, HANDSHAKE_TIMEOUT_MS, ROOM_SIZE } from './shared/connections/supervise.ts';
import { listenerTls } from './shared/connections/tls.ts';
import { WaitingRoom } from './shared/connections/waitingRoom.ts';
import { managerServerName } from './shared/pki/names.ts';

/** The one port of the manager, and the two TLS servers behind it. */
export interface Listener {
  /** Listens; its connections are handed to one of the servers, as if that had accepted them. */
  front: Front;
  /** For people, tools and proxies: nobody is asked for a certificate, since browsers would ask their users. */
  people: Server;
  /** For clients that name `manager.fleetmend.internal`: agents may prove who they are by TLS. */
  agents: Server;
  /** Accepts nothing more; resolves when all connections have ended. Those that were accepted are served. */
  close(): Promise<void>;
  /** Ends connections whose hello has not come, or whose handshake has not begun. */
  cut(): void;
}

/**
 * Makes the servers, not yet listening, with `handler` for their requests. Which of them a connection belongs to is told
 * by the name in its TLS hello, so that proxies which pass TLS on by name need nothing more. At most `unreadSize`
 * connections wait for theirs. Agents then wait in a lobby, so that a fleet which comes back displaces no person.
 */
export function createListener(
  tls: AgentsService['listener'],
  options: ServerOptions,
  handler: RequestListener,
  { unreadSize = ROOM_SIZE, log }: { unreadSize?: number | undefined; log: Logger },
): Listener {
  const common: ServerOptions = { ...options, handshakeTimeout: HANDSHAKE_TIMEOUT_MS };
  const people = createTlsServer({ ...common, ...tls.options(), ...listenerTls });
  const agents = createTlsServer({
    ...common,
    ...tls.forAgents(),
    ...listenerTls,
    requestCert: true,
    // Hosts that enroll have none yet; who needs one is refused by what they ask for.
    rejectUnauthorized: false,
  });
  const servers = [people, agents];
  const unread = new Set<Socket>();
  const room = new WaitingRoom(unreadSize);
  const lobby = new Lobby();
  const front = createServer(
    { noDelay: true },
    guarded((socket: Socket) => {
      unread.add(socket);
      room.enter(socket);
      socket.on('error', ignored);
      const late = setTimeout(
        guarded(() => socket.destroy()),
        HANDSHAKE_TIMEOUT_MS,
      );
      const read = (): void => {
        clearTimeout(late);
        unread.delete(socket);
        socket.off('close', read);
      };
      socket.once('close', read);
      readHelloName(socket, (name) => {
        read();
        room.leave(socket);
        const hand = (server: Server): void => {
          socket.off('error', ignored);
          server.emit('connection', socket);
        };
        if (name === managerServerName) lobby.enter(socket, () => hand(agents));
        else hand(people);
      });
    }),
  );
  agents.prependListener(
    'secureConnection',
    guarded((socket: Socket) => lobby.leave(below(socket))),
  );
  const stopFollowing = tls.onChange((changed) => {
    people.setSecureContext({ ...changed, ...listenerTls });
    agents.setSecureContext({ ...tls.forAgents(), ...listenerTls });
  });
  for (const server of servers) {
    server.on(
      'request',
      guarded(handler, (req) => req.destroy()),
    );
    server.on(
      'tlsClientError',
      guarded((error) => log.debug({ error }, 'a TLS handshake failed')),
    );
    // Node's servers follow which of their connections are idle from then on.
    front.once(
      'listening',
      guarded(() => server.emit('listening')),
    );
  }
  return {
    front,
    people,
    agents,
    close() {
      stopFollowing();
      const closed = new Promise<void>((resolve) => front.close(() => resolve()));
      for (const server of servers) {
        // It says that it does not listen itself.
        server.close(ignored);
        server.closeIdleConnections();
      }
      return closed;
    },
    cut() {
      for (const socket of unread) socket.destroy();
      lobby.clear();
    },
  };
}

const ignored = (): void => undefined;
