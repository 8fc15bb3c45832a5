import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { guarded } from '#sdk';
import { LiveClient, MAX_MESSAGES, talkLimit, type Admitted, type LiveSocket } from './client.ts';
import type { Hub } from './hub.ts';
import { parseMessage, textOf } from './messages.ts';

export const MAX_MESSAGE_BYTES = 64 * 1024;
const CLOSING_MS = 500;
export const LOW_UNSENT_BYTES = 256 * 1024;

/**
 * A server of WebSockets that ends connections which send too many pings and pongs: sixty thousand of them fit where one
 * message does, and nobody counts them.
 */
export class BeatLimited extends WebSocketServer {
  override handleUpgrade(...[req, socket, head, opened]: Parameters<WebSocketServer['handleUpgrade']>): void {
    super.handleUpgrade(
      req,
      socket,
      head,
      guarded(
        (ws, request) => {
          limitBeats(ws);
          opened(ws, request);
        },
        (ws) => ws.terminate(),
      ),
    );
  }
}

function limitBeats(ws: WebSocket): void {
  const mayBeat = talkLimit(MAX_MESSAGES);
  for (const beat of ['ping', 'pong'])
    ws.on(
      beat,
      guarded(() => {
        if (!mayBeat(performance.now())) ws.terminate();
      }),
    );
}

/** Clients that speak JSON text messages over RFC 6455. */
export interface PlainSockets {
  accept(req: IncomingMessage, socket: Duplex, head: Buffer, whose: Admitted): void;
  /** Ends the connections that did not answer the last ping, and pings the others. */
  ping(): void;
  /** Gives the closing handshakes a moment. */
  stop(): Promise<void>;
}

export function createPlainSockets(hub: Hub): PlainSockets {
  const server = new BeatLimited({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const silent = new WeakSet<WebSocket>();

  function open(ws: WebSocket, whose: Admitted): void {
    const client = new LiveClient(whose, liveSocket(ws));
    hub.add(client);
    ws.on('pong', () => silent.delete(ws));
    ws.on(
      'message',
      guarded((data, isBinary) =>
        hub.receive(client, isBinary ? null : parseMessage((data as Buffer).toString('utf8'))),
      ),
    );
    ws.on('error', () => ws.terminate());
    ws.on(
      'close',
      guarded(() => hub.remove(client)),
    );
  }

  return {
    accept: (req, socket, head, whose) =>
      server.handleUpgrade(
        req,
        socket,
        head,
        guarded(
          (ws) => open(ws, whose),
          (ws) => ws.terminate(),
        ),
      ),
    ping() {
      for (const ws of server.clients) {
        if (silent.has(ws)) ws.terminate();
        else {
          silent.add(ws);
          ws.ping();
        }
      }
    },
    async stop() {
      const closed = [...server.clients].map((ws) => new Promise((resolve) => ws.once('close', resolve)));
      const late = new AbortController();
      await Promise.race([
        Promise.all(closed),
        sleep(CLOSING_MS, null, { signal: late.signal }).catch(() => null),
      ]);
      late.abort();
      for (const ws of server.clients) ws.terminate();
      server.close();
    },
  };
}

function liveSocket(ws: WebSocket): LiveSocket {
  let waiting: (() => void)[] = [];
  const settle = (): void => {
    if (ws.readyState === ws.OPEN && ws.bufferedAmount >= LOW_UNSENT_BYTES) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  ws.on('close', guarded(settle));
  return {
    send: (message) => ws.send(textOf(message), settle),
    unsentBytes: () => ws.bufferedAmount,
    close: (code, reason) => ws.close(code, reason),
    drained() {
      if (ws.readyState !== ws.OPEN || ws.bufferedAmount < LOW_UNSENT_BYTES) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
