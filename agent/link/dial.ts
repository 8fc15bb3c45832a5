import { request } from 'node:http';
import type { ClientRequest, OutgoingHttpHeaders } from 'node:http';
import * as tls from 'node:tls';
import { managerServerName } from '../../server/shared/pki/names.ts';
import type { AgentIdentity } from '../identity/identity.ts';
import { connect, ManagerCallError } from '../identity/managerClient.ts';
import type { Route } from '../identity/managerClient.ts';

/**
 * Opens a connection to the manager with this host's certificate, on which the manager has proved itself as a server
 * by the trust of now; nothing but the handshake has been sent. Later changes of trust are judged as for connections
 * that this agent accepted (AgentIdentity.isManager). Throws ManagerCallError.
 */
export async function dialManager(
  { identity, ...route }: { identity: AgentIdentity } & Route,
  url: URL,
  signal?: AbortSignal,
): Promise<tls.TLSSocket> {
  const { trust } = identity;
  const socket = await connect(
    url,
    route,
    {
      ...identity.tlsOptions(),
      rejectUnauthorized: true,
      // Its name in this installation and no other: here it is not people whom the certificate must suit.
      checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(managerServerName, certificate),
      ALPNProtocols: ['http/1.1'],
    },
    signal,
  );
  // Accepted sockets have it from Node; without it the parts of an answer would wait for each other.
  socket.setNoDelay(true);
  identity.wasDialled(socket);
  if (signal?.aborted) socket.destroy();
  signal?.throwIfAborted();
  // The chain was built to the roots of before.
  const problem = identity.trust === trust ? identity.peerProblem(socket) : 'the trust has just changed';
  if (problem === null) return socket;
  socket.destroy();
  throw new ManagerCallError(
    'untrusted',
    `the listener at ${url.host} could not prove to be the manager: ${problem}; nothing was sent`,
  );
}

/** Of a path at this manager, which may lie below one of its own. */
export const pathAt = (url: URL, path: string): string => `${url.pathname.replace(/\/$/, '')}${path}`;

/** A request to upgrade this connection, not yet sent. */
export function upgradeRequest(
  socket: tls.TLSSocket,
  url: URL,
  { path, headers }: { path: string; headers: OutgoingHttpHeaders },
): ClientRequest {
  return request({
    createConnection: () => socket,
    path: pathAt(url, path),
    headers: { host: url.host, connection: 'Upgrade', ...headers },
  });
}
