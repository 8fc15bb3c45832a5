import type { IncomingMessage } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Context } from '#server/kernel/boot/feature.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import type { ReachDone, TransportTrust } from '../transport/dial.ts';
import {
  isManagerClient,
  peerText,
  relayFailureHeader,
  relayHostHeader,
  relayPath,
  relayPeerHeader,
  relayProtocol,
} from '../transport/relayed.ts';

/** Channels that are passed on at once; each holds two sockets. */
const MOST_RELAYED = 2_000;

/**
 * Takes the requests of other managers for channels to hosts whose links this one holds, and passes the bytes on. One
 * hop: `open` knows this manager's own links alone. Who asks is a manager, which may call any agent; the calls in the
 * channel are its own, with its own epoch and trace.
 */
export function acceptRelays(
  { sockets, log }: Pick<Context, 'sockets' | 'log'>,
  trust: TransportTrust,
  open: (hostId: string, done: ReachDone) => void,
): void {
  let relayed = 0;

  function refuse(socket: Duplex, code: string): void {
    socket.end(
      `HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n${relayFailureHeader}: ${code}\r\n\r\n`,
    );
  }

  function join(asker: Duplex, channel: TLSSocket, peer: Parameters<typeof peerText>[0]): void {
    relayed += 1;
    asker.once('close', () => (relayed -= 1));
    asker.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${relayProtocol}\r\n${relayPeerHeader}: ${peerText(peer)}\r\n\r\n`,
    );
    const ended = (): void => {
      asker.destroy();
      channel.destroy();
    };
    pipeline(asker, channel, ended);
    pipeline(channel, asker, ended);
  }

  sockets.take(relayPath, {
    upgrade: (req: IncomingMessage, socket, head) => {
      const hostId = req.headers[relayHostHeader];
      if (!isManagerClient(trust, socket as TLSSocket))
        throw new AppError('FORBIDDEN', {
          message: 'Only a manager of this installation may ask for a relay.',
        });
      if (req.headers.upgrade !== relayProtocol || typeof hostId !== 'string' || head.length > 0)
        throw new AppError('VALIDATION_FAILED', { message: `A relay speaks ${relayProtocol}.` });
      if (relayed >= MOST_RELAYED) {
        refuse(socket, 'CONNECTION_BUSY');
        return Promise.resolve();
      }
      log.debug({ hostId }, 'a channel is passed on to another manager');
      return new Promise((resolve) => {
        open(hostId, (error, channel, peer) => {
          if (!channel || !peer) refuse(socket, error?.code ?? 'NOT_CONNECTED');
          else if (socket.destroyed) channel.destroy();
          else join(socket, channel, peer);
          resolve();
        });
      });
    },
  });
}
