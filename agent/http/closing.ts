import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { guarded } from '../../server/shared/guarded.ts';

/** What a TLS connection and the TCP connection below it have in common. */
const farEnd = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Watches a server's connections; call it before the server listens. The returned function closes the server: idle
 * connections at once, including those without a request or a finished handshake, for which Node would wait; the
 * others after their answer, and after `limitMs` in any case. Upgraded connections are left to their handler.
 */
export function watchConnections(server: Server): (limitMs: number) => Promise<void> {
  const open = new Map<string, Socket>();
  const busy = new Set<string>();
  let closing = false;
  server.on(
    'connection',
    guarded((socket: Socket) => {
      const key = farEnd(socket);
      open.set(key, socket);
      socket.once('close', () => {
        open.delete(key);
        busy.delete(key);
      });
    }),
  );
  server.prependListener(
    'upgrade',
    guarded(({ socket }) => busy.add(farEnd(socket))),
  );
  server.prependListener(
    'request',
    guarded(({ socket }, res) => {
      const key = farEnd(socket);
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
    for (const [key, socket] of open) if (!busy.has(key)) socket.destroy();
    const timer = setTimeout(
      guarded(() => open.forEach((socket) => socket.destroy())),
      limitMs,
    );
    await closed;
    clearTimeout(timer);
  };
}
