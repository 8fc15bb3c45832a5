import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server, type Socket } from 'socket.io';
import { guarded } from '#sdk';
import { LiveClient, MAX_MESSAGES, talkLimit, type Admitted, type LiveSocket } from './client.ts';
import type { Hub } from './hub.ts';
import { readMessage, readSubscription, textOf } from './messages.ts';
import { BeatLimited, LOW_UNSENT_BYTES, MAX_MESSAGE_BYTES } from './plainSockets.ts';

/** socket.io clients: events named `event`, `subscribe` from the client, over WebSocket or long polling. */
export interface SocketIo {
  /** Whose session of that id is open on this manager; null: there is none. */
  clientOf(sid: string): LiveClient | null;
  /** A handshake (`whose`: the owner of its ticket) or a follow-up request of a session (null). */
  handleRequest(req: IncomingMessage, res: ServerResponse, whose: Admitted | null): void;
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, whose: Admitted | null): void;
  stop(): Promise<void>;
}

/** A client joins at once. */
const JOIN_MS = 10_000;

export function createSocketIo(hub: Hub, path: string, pingMs: number): SocketIo {
  const admitted = new WeakMap<IncomingMessage, Admitted>();
  const clients = new WeakMap<Connection, LiveClient>();
  /** What each connection has joined by: one namespace, once. */
  const joined = new WeakMap<Connection, Socket>();
  const io = new Server({
    path,
    addTrailingSlash: false,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: pingMs,
    perMessageDeflate: false,
    httpCompression: false,
    cleanupEmptyChildNamespaces: true,
    wsEngine: BeatLimited,
    connectTimeout: JOIN_MS,
  });
  // A server that never listens: engine.io would otherwise take every request and upgrade of the path, plain
  // WebSocket clients included, from the manager's own server.
  io.attach(createServer());
  // A client from the handshake on: one that waits to join, or has left, would not count, and outlive its session.
  io.engine.on(
    'connection',
    guarded(
      (connection) => {
        endFloods(connection);
        const whose = admitted.get(connection.request);
        if (!whose || hub.hasEnough(whose.actor)) return connection.close(true);
        const client = new LiveClient(
          whose,
          liveSocket(connection, () => joined.get(connection)),
        );
        clients.set(connection, client);
        hub.add(client);
        connection.on(
          'close',
          guarded(() => hub.remove(client)),
        );
      },
      (connection: Connection) => connection.close(true),
    ),
  );
  io.use(
    guarded((socket, next) => {
      // Asked for at once, socket.io makes as many clients of one connection as it is asked for.
      if (joined.has(socket.conn)) return next(new Error('ALREADY_CONNECTED'));
      joined.set(socket.conn, socket);
      next();
    }),
  );
  io.on(
    'connection',
    guarded(
      (socket) => {
        const client = clients.get(socket.conn);
        if (!client) return void socket.disconnect(true);
        socket.on(
          'subscribe',
          guarded((value: unknown) => hub.receive(client, readSubscription(value) ?? readMessage(value))),
        );
        socket.on(
          'disconnect',
          guarded(() => socket.conn.close(true)),
        );
      },
      (socket) => socket.disconnect(true),
    ),
  );
  const note = (req: IncomingMessage, whose: Admitted | null): void => {
    if (whose) admitted.set(req, whose);
  };
  return {
    clientOf(sid) {
      const sessions = sessionsOf(io);
      const connection = Object.hasOwn(sessions, sid) ? sessions[sid] : undefined;
      return (connection && clients.get(connection)) ?? null;
    },
    handleRequest(req, res, whose) {
      note(req, whose);
      io.engine.handleRequest(req as never, res);
    },
    handleUpgrade(req, socket, head, whose) {
      note(req, whose);
      io.engine.handleUpgrade(req as never, socket, head);
    },
    async stop() {
      io.disconnectSockets(true);
      io.engine.close();
      await io.close();
    },
  };
}

type Connection = Socket['conn'];

/** Ends a connection that sends too many packets of any kind: one body of long polling may hold thirty thousand. */
function endFloods(connection: Connection): void {
  // Twice what a client may send, which ends it first if it is one.
  const mayTalk = talkLimit(2 * MAX_MESSAGES);
  connection.on(
    'packet',
    guarded(() => {
      if (!mayTalk(performance.now())) connection.close(true);
    }),
  );
}

/** engine.io's sessions by id; it is typed as its parent class, which does not show them. */
const sessionsOf = (io: Server) =>
  (io.engine as unknown as { clients: Readonly<Record<string, Connection>> }).clients;

/** engine.io tells when it hands its buffer on (`flush`) and when that has left (`drain`). */
function liveSocket(connection: Connection, joined: () => Socket | undefined): LiveSocket {
  let buffered = 0;
  let inFlight = 0;
  let waiting: (() => void)[] = [];
  const isLow = (): boolean => connection.readyState !== 'open' || buffered + inFlight < LOW_UNSENT_BYTES;
  const settle = (): void => {
    if (!isLow()) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  connection.on('flush', () => {
    inFlight += buffered;
    buffered = 0;
  });
  connection.on(
    'drain',
    guarded(() => {
      inFlight = 0;
      settle();
    }),
  );
  connection.on('close', guarded(settle));
  return {
    send(message) {
      // Before emit: with a transport that is ready, the flush happens inside it.
      buffered += textOf(message).length;
      joined()?.emit('event', message);
    },
    unsentBytes: () => buffered + inFlight,
    close() {
      joined()?.disconnect();
      connection.close();
    },
    drained: () => (isLow() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
