import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import type { SecureContext, TLSSocket } from 'node:tls';
import { hostServerName } from '../../server/contract/names.ts';
import type { Agent } from '../deps.ts';
import type { AgentIdentity } from '../identity/identity.ts';

/** One agent behind the shared port. */
export interface Served {
  identity: AgentIdentity;
  agent: Agent;
}

/** Told of each answer, before its last byte is sent. */
export type OnAnswer = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * One mutual-TLS port for many agents: the server name that the manager dials chooses the certificate and, after
 * the handshake, the agent. Otherwise as the real listener, with the same judgement of the peer.
 */
export function createSharedListener(served: readonly Served[], onAnswer: OnAnswer): Server {
  const byName = new Map(served.map((one) => [nameOf(one), one]));
  const contexts = new Map<string, SecureContext>();
  const open = new Map<TLSSocket, Served>();
  const server = createServer({
    SNICallback: (name, done) => done(null, contextOf(name, byName, contexts)),
    requestCert: true,
    rejectUnauthorized: false,
    keepAliveTimeout: 120_000,
    ALPNProtocols: ['http/1.1'],
  });
  server.prependListener('secureConnection', (socket) => {
    const one = byName.get(String(socket.servername));
    if (!one || one.identity.peerProblem(socket) !== null) return void socket.destroy();
    open.set(socket, one);
    socket.once('close', () => open.delete(socket));
    one.identity.certificateWasUsed(socket);
  });
  server.on('request', (req, res) => {
    const one = open.get(req.socket as TLSSocket);
    if (!one) return void req.socket.destroy();
    res.once('finish', () => onAnswer(req, res));
    one.agent.handler(req, res);
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const one = open.get(req.socket as TLSSocket);
    if (one) one.agent.handleUpgrade(req, socket, head);
    else socket.destroy();
  });
  for (const one of served) {
    one.identity.onChange(() => {
      contexts.delete(nameOf(one));
      for (const [socket, owner] of open)
        if (owner === one && !one.identity.isManager(socket)) socket.destroy();
      one.agent.recheckPeers();
    });
  }
  return server;
}

const nameOf = ({ identity }: Served): string => hostServerName(identity.identity.hostId);

/** Undefined for a host that is not simulated here: the handshake then fails for want of a certificate. */
function contextOf(
  name: string,
  byName: ReadonlyMap<string, Served>,
  contexts: Map<string, SecureContext>,
): SecureContext | undefined {
  const known = contexts.get(name);
  const one = byName.get(name);
  if (known || !one) return known;
  const made = createSecureContext(one.identity.tlsOptions());
  contexts.set(name, made);
  return made;
}
