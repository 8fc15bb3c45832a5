import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { guarded } from '../../server/shared/guarded.ts';

/** All that a TLS connection and the one below it have in common. */
const farEnd = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Watches a server's connections, from before it listens. What comes back closes it: idle connections at once, also
 * those that have sent no request or not even finished their handshake, for which Node waits; the others when their
 * answer is out, and after `limitMs` in any case. An upgraded connection is its handler's to close.
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
