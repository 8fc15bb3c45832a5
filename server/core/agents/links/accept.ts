import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import type { Context } from '#server/kernel/boot/feature.ts';
import { guarded } from '#server/shared/guarded.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import {
  channelHeader,
  channelPath,
  channelProtocol,
  linkLimits,
  linkPath,
  linkProtocol,
} from '#server/shared/wire/link.ts';
import { acceptedPeer, type TransportTrust } from '../transport/dial.ts';
import type { LinkPeer, Links } from './links.ts';

/** Takes the upgrades of agents that dial: links and channels. Each proves anew which host it is. */
export function acceptLinks(ctx: Pick<Context, 'sockets'>, trust: TransportTrust, links: Links): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: linkLimits.messageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(linkProtocol) ? linkProtocol : false),
  });

  function peerOf(socket: Duplex): LinkPeer {
    try {
      return acceptedPeer(trust, socket as TLSSocket, (hostId) => links.noteRevoked(hostId));
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      throw new AppError('FORBIDDEN', { message: `Refused: ${error.message}.` });
    }
  }

  function openLink(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const peer = peerOf(socket);
    if (req.headers['sec-websocket-protocol'] !== linkProtocol)
      throw refusedRequest(`A link speaks ${linkProtocol}.`);
    server.handleUpgrade(
      req,
      socket,
      head,
      guarded(
        (ws) => links.accept(ws, peer),
        (ws) => ws.terminate(),
      ),
    );
  }

  function openChannel(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const peer = peerOf(socket);
    if (req.headers.upgrade !== channelProtocol) throw refusedRequest(`A channel speaks ${channelProtocol}.`);
    const id = req.headers[channelHeader];
    if (typeof id !== 'string' || !links.isAwaited(id, peer.hostId))
      throw new AppError('NOT_FOUND', { message: 'The manager awaits no such channel from this host.' });
    // From now on the manager is the one that asks.
    if (head.length > 0) throw refusedRequest('On a channel the manager speaks first.');
    const tls = socket as TLSSocket;
    tls.setTimeout(0);
    tls.setNoDelay(true).setKeepAlive(true, 30_000);
    tls.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${channelProtocol}\r\n\r\n`,
    );
    links.take(id, tls, peer);
  }

  ctx.sockets.take(linkPath, { upgrade: async (...args) => openLink(...args) });
  ctx.sockets.take(channelPath, { upgrade: async (...args) => openChannel(...args) });
}

const refusedRequest = (message: string): AppError => new AppError('VALIDATION_FAILED', { message });
