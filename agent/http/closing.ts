import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { guarded } from '../../server/shared/guarded.ts';

/** What a TLS connection and the TCP connection below it have in common. */
const bothEnds = ({ localAddress, localPort, remoteAddress, remotePort }: Socket): string =>
  `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`;

/**
 * Watches a server's connections; call it before the server listens. The returned function closes the server: idle
 * connections at once, including those without a request or a finished handshake, for which Node would wait; the
 * others after their answer, and after `limitMs` in any case. Upgraded connections are left to their handler. Connections
 * that were handed to a server which does not listen count as well, although Node does not wait for them.
 */
export function watchConnections(server: HttpServer | HttpsServer): (limitMs: number) => Promise<void> {
  const open = new Map<string, Socket>();
  const busy = new Set<string>();
  let closing = false;
  let isEmpty: () => void = () => undefined;
  server.on(
    'connection',
    guarded((socket: Socket) => {
      const key = bothEnds(socket);
      open.set(key, socket);
      socket.once('close', () => {
        open.delete(key);
        busy.delete(key);
        if (open.size === 0) isEmpty();
      });
    }),
  );
  server.prependListener(
    'upgrade',
    guarded(({ socket }) => busy.add(bothEnds(socket))),
  );
  server.prependListener(
    'request',
    guarded(({ socket }, res) => {
      const key = bothEnds(socket);
      busy.add(key);
      res.once('close', () => {
        busy.delete(key);
        if (closing) socket.destroySoon();
      });
    }),
  );
  return async (limitMs) => {
    closing = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const emptied = new Promise<void>((resolve) => (isEmpty = resolve));
    if (open.size === 0) isEmpty();
    for (const [key, socket] of open) if (!busy.has(key)) socket.destroy();
    const timer = setTimeout(
      guarded(() => open.forEach((socket) => socket.destroy())),
      limitMs,
    );
    await Promise.all([closed, emptied]);
    clearTimeout(timer);
  };
}
