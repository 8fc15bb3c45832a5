import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { guarded } from '../guarded.ts';
import { kernelQueues, unsentBytes } from './kernelQueues.ts';
import { WaitingRoom } from './waitingRoom.ts';

export interface ConnectionLimits {
  /** How many connections that have proved nothing are kept, and how many slow ones. */
  roomSize: number;
  /** A peer that owes something is cut when nothing of it has moved for this long. */
  stallMs: number;
  /** How often connections are looked at; a peer is cut at most this much later. */
  checkMs: number;
  /** How long a peer may go on sending a body that was answered already. */
  unreadBodyMs: number;
}

/** Requests of one connection that wait for their turn; no client of ours sends a second one before its answer. */
const MAX_WAITING = 100;

/** How long a TLS handshake may take; an option of the server. */
export const HANDSHAKE_TIMEOUT_MS = 5_000;

/** How many connections that have proved nothing are kept. */
export const ROOM_SIZE = 512;

const DEFAULTS: ConnectionLimits = {
  roomSize: ROOM_SIZE,
  stallMs: 30_000,
  checkMs: 5_000,
  unreadBodyMs: 2_000,
};

export interface Supervision {
  /** Whether the peer has proved itself when its handshake is over; without this its first request proves it. */
  isProven?: (socket: TLSSocket) => boolean;
  limits?: Partial<ConnectionLimits>;
}

/**
 * Keeps idle and slow peers from holding a TLS server's connections. It judges by what moves and never by total time: a
 * large body may take hours. A peer is cut when it owes the rest of a request, or has to read an answer, and nothing of
 * that moved for `stallMs`. A connection that waits for this side is left alone: a request that is worked on (a long
 * poll), a kept connection between requests (`keepAliveTimeout`), an upgraded one (its pings). Connections that have
 * proved nothing share a WaitingRoom; those that have owed something for `stallMs`, however they move, share another,
 * unless `isProven` knows them. Requests that a peer sends without waiting for answers (pipelining) are worked on
 * one after the other: Node would begin all of a packet at once, some thousand. Call it when the listeners for requests
 * and upgrades are there, before the server listens; it ends with the server.
 */
export function superviseConnections(server: Server, { isProven, limits }: Supervision = {}): void {
  const { roomSize, stallMs, checkMs, unreadBodyMs } = { ...DEFAULTS, ...limits };
  // Node's own limits are total times.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const [room, slow] = [new WaitingRoom(roomSize), new WaitingRoom(roomSize)];
  const open = new Map<Socket, Connection>();
  const of = (socket: Socket): Connection | undefined => open.get(below(socket));
  server.on(
    'connection',
    guarded((socket: Socket) => {
      open.set(socket, new Connection(socket));
      socket.once('close', () => open.delete(socket));
      room.enter(socket);
    }),
  );
  server.prependListener(
    'secureConnection',
    guarded((socket: TLSSocket) => {
      of(socket)?.secured(socket);
      if (isProven?.(socket)) room.leave(below(socket));
    }),
  );
  const begun = (socket: Socket): Connection | undefined => {
    if (!isProven) room.leave(below(socket));
    return of(socket);
  };
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on(
    'request',
    guarded((req, res) => {
      const work = (): void => {
        for (const listener of listeners) listener.call(server, req, res);
      };
      begun(req.socket)?.inTurn({ req, res, work }, unreadBodyMs);
    }),
  );
  // Only where the server has such a listener: without one it answers upgrades as requests, which ours would end.
  if (server.listenerCount('upgrade') > 0)
    server.prependListener(
      'upgrade',
      guarded((req: IncomingMessage) => begun(req.socket)?.upgraded()),
    );
  const looks = Math.ceil(stallMs / checkMs);
  const look = async (): Promise<void> => {
    const connections = [...open.values()];
    await cutStalled(connections, looks);
    for (const connection of connections.filter(({ socket }) => !socket.destroyed)) {
      if (connection.owesFor < looks) slow.leave(connection.socket);
      else if (!connection.isProven(isProven)) slow.enter(connection.socket);
    }
  };
  const timer = setInterval(guarded(oneAtATime(look)), checkMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** The TCP connection below a TLS one. */
export const below = (socket: Socket): Socket => (socket as { _parent?: Socket })._parent ?? socket;

/** Skips a look while the one before still runs, as on a busy machine: it must not count as several. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> | undefined {
  let running: Promise<void> | undefined;
  return () => (running ? undefined : (running = work().finally(() => (running = undefined))));
}

/** Counts looks and not time: while this process is busy, no peer counts as still. */
async function cutStalled(connections: readonly Connection[], looks: number): Promise<void> {
  const still = connections.filter((connection) => !connection.hasMoved());
  const unread = still.filter(({ owes }) => owes === 'reading');
  if (unread.length > 0) {
    const queues = await kernelQueues(unread.map(({ socket }) => socket));
    for (const connection of unread) connection.sawQueue(queues.get(connection.socket));
  }
  for (const connection of still) if (connection.stillFor >= looks) connection.socket.destroy();
}

/** What the peer has to do next; null: nothing, it waits for this side. */
type Debt = 'request' | 'body' | 'reading' | 'closing' | null;

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** Begins to work on the request. */
  work(): void;
}

class Connection {
  /** The TCP connection. */
  readonly socket: Socket;
  owes: Debt = null;
  /** How many looks in a row saw nothing move that should. */
  stillFor = 0;
  /** How many looks in a row saw that it owes something of the same request. */
  owesFor = 0;
  #secure: TLSSocket | null = null;
  #isUpgraded = false;
  /** The request that is worked on. */
  #current: IncomingMessage | null = null;
  /** The requests that came after it. */
  #waiting: Exchange[] = [];
  /** Bytes that had been read when the last answer was sent: while there are no more, the peer owes no request. */
  #readWhenAnswered = -1;
  #seen = '';
  #queue: string | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  secured(socket: TLSSocket): void {
    this.#secure = socket;
  }

  isProven(judge: Supervision['isProven']): boolean {
    return this.#secure !== null && judge?.(this.#secure) === true;
  }

  upgraded(): void {
    this.#isUpgraded = true;
  }

  /** Has the request worked on when those before it are answered; too many end the connection. */
  inTurn(exchange: Exchange, unreadBodyMs: number): void {
    if (this.#waiting.length >= MAX_WAITING) this.socket.destroy();
    // Node still tells of the requests that it read before the end.
    if (this.socket.destroyed) this.#waiting = [];
    else if (this.#current) this.#waiting.push(exchange);
    else this.#begin(exchange, unreadBodyMs);
  }

  #begin({ req, res, work }: Exchange, unreadBodyMs: number): void {
    this.#current = req;
    res.once(
      'close',
      guarded(() => {
        this.#current = null;
        this.owesFor = 0;
        this.#readWhenAnswered = this.socket.bytesRead;
        if (!req.complete) this.#endBody(req, unreadBodyMs);
        const next = this.#waiting.shift();
        if (next && !this.socket.destroyed) this.#begin(next, unreadBodyMs);
      }),
    );
    work();
  }

  /** Whether anything moved since the last look, or nothing has to. */
  hasMoved(): boolean {
    this.owes = this.#debt();
    this.owesFor = this.owes === null ? 0 : this.owesFor + 1;
    const unread = this.#secure?.writableLength ?? 0;
    // Nothing is read of most: links that are at rest.
    const seen =
      this.owes === null ? '' : `${this.owes} ${this.socket.bytesRead} ${unread} ${unsentBytes(this.socket)}`;
    const moved = this.owes === null || seen !== this.#seen;
    this.#seen = seen;
    this.stillFor = moved ? 0 : this.stillFor + 1;
    if (moved) this.#queue = undefined;
    return moved;
  }

  sawQueue(queue: string | undefined): void {
    if (this.#queue !== undefined && this.#queue !== queue) this.stillFor = 0;
    this.#queue = queue;
  }

  #debt(): Debt {
    const secure = this.#secure;
    // The handshake has a limit of its own.
    if (!secure) return null;
    if (this.#isUpgraded) return secure.writableEnded ? 'closing' : null;
    if (secure.writableLength > 0) return 'reading';
    if (this.#current) return this.#current.complete ? null : 'body';
    return this.socket.bytesRead === this.#readWhenAnswered ? null : 'request';
  }

  /**
   * The answer is sent and nobody reads the rest of the body: the peer has a while to finish it, or to see the answer
   * and stop.
   */
  #endBody(req: IncomingMessage, unreadBodyMs: number): void {
    const timer = setTimeout(() => this.socket.destroy(), unreadBodyMs);
    timer.unref();
    req.once('end', () => clearTimeout(timer));
  }
}
