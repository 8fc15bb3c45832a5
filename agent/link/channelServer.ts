import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { guarded } from '../../server/shared/guarded.ts';
import { linkLimits } from '../../server/shared/wire/link.ts';
import type { Clock } from '../clock.ts';
import { watchConnections } from '../http/closing.ts';
import type { Serving } from '../identity/listener.ts';
import type { ServesChannels } from './channels.ts';

export interface ChannelServerOptions extends Pick<Serving, 'handler' | 'handleUpgrade'> {
  clock: Clock;
  /** How long a channel stays open between two calls; default as the protocol says. */
  idleMs?: number | undefined;
}

/**
 * Serves HTTP on connections that this process has dialled itself. They end after fifteen seconds without a call. Agents
 * in one process may share it; then the handlers tell them apart by the request's socket.
 */
export class ChannelServer implements ServesChannels {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #unused = new Map<Duplex, () => void>();
  readonly close: (limitMs: number) => Promise<void>;

  constructor({ handler, handleUpgrade, clock, idleMs = linkLimits.channelIdleMs }: ChannelServerOptions) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    const server = createServer({
      keepAliveTimeout: idleMs,
      // A channel waits for its first call as for its next one.
      headersTimeout: 0,
      requestTimeout: 0,
    });
    const used = ({ socket }: IncomingMessage): void => this.#used(socket);
    server.on('request', guarded(used));
    server.on(
      'request',
      guarded(handler, (req) => req.destroy()),
    );
    server.on('upgrade', guarded(used));
    server.on(
      'upgrade',
      guarded(handleUpgrade, (_req, socket) => socket.destroy()),
    );
    this.#server = server;
    this.close = watchConnections(server);
  }

  serve(socket: TLSSocket, head: Buffer): void {
    // Node counts the time between calls, but not before the first one.
    const cancel = this.#clock.after(this.#idleMs, () => socket.destroy());
    this.#unused.set(socket, cancel);
    socket.once(
      'close',
      guarded(() => this.#used(socket)),
    );
    if (head.length > 0) socket.unshift(head);
    this.#server.emit('connection', socket);
  }

  #used(socket: Duplex): void {
    this.#unused.get(socket)?.();
    this.#unused.delete(socket);
  }
}
