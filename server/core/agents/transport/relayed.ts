import { request, type IncomingMessage } from 'node:http';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { guarded } from '#server/shared/guarded.ts';
import { normalSerial } from '#server/shared/pki/der.ts';
import { managerServerName, managerUri, sanUris } from '#server/shared/pki/names.ts';
import {
  connectTimeoutMs,
  notConnected,
  refusalOf,
  revoked,
  type ProvenPeer,
  type ReachDone,
  type TransportTrust,
} from './dial.ts';

/** Where a manager asks another one for a channel to a host whose link that one holds. */
export const relayPath = '/api/v1/manager/relay';
export const relayProtocol = 'fleetmend-relay/1';
/** In the request: the host's id. */
export const relayHostHeader = 'fleetmend-host';
/** In the answer: what its agent has proved, as JSON in base64url. */
export const relayPeerHeader = 'fleetmend-peer';
/** In a refusal: why, an AgentFailure's code. */
export const relayFailureHeader = 'fleetmend-failure';

/** The holder waits for the agent; this end for both. */
const RELAY_MS = 2 * connectTimeoutMs;

/**
 * Gets a channel to the host from the manager at `address` (`host:port`), which holds the host's link. The other end
 * must prove to be a manager of this installation, and is told who asks by this manager's own certificate. From the
 * answer on, the socket is the agent's: the holder passes bytes on and reads none. Calls `done` once; see Links.open.
 */
export function relayChannel(trust: TransportTrust, address: string, hostId: string, done: ReachDone): void {
  const socket = dialManager(trust, address);
  let pending = true;
  const finish = (error: AgentFailure | null, peer: ProvenPeer | null): void => {
    if (!pending) return;
    pending = false;
    clearTimeout(timer);
    if (error) socket.destroy();
    done(error, error ? null : socket, peer);
  };
  const away = (): void => finish(notConnected('the manager that holds the link does not answer'), null);
  const timer = setTimeout(guarded(away), RELAY_MS);
  socket.on('error', guarded(away)).once('close', guarded(away));
  socket.once(
    'secureConnect',
    guarded(() => {
      if (!isManagerServer(trust, socket)) return away();
      ask(socket, hostId, finish);
    }),
  );
}

/**
 * Begins mutual TLS to the manager at `address` (`host:port`). Once it is secure, `isManagerServer` says whether the
 * other end may be told anything.
 */
export function dialManager(trust: Pick<TransportTrust, 'secureContext'>, address: string): TLSSocket {
  const { hostname, port } = new URL(`https://${address}`);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 443),
    servername: managerServerName,
    secureContext: trust.secureContext(),
    ALPNProtocols: ['http/1.1'],
    checkServerIdentity: (_name, certificate) => checkServerIdentity(managerServerName, certificate),
  });
  return socket.setNoDelay(true).setKeepAlive(true, 30_000);
}

/** Whether the other end of this connection, which this manager has dialled, is a manager of this installation. */
export function isManagerServer(trust: TransportTrust, socket: TLSSocket): boolean {
  const certificate = socket.getPeerX509Certificate();
  return (
    certificate !== undefined &&
    !trust.isRevoked(normalSerial(certificate.serialNumber)) &&
    trust.believes(certificate.issuer)
  );
}

function ask(
  socket: TLSSocket,
  hostId: string,
  finish: (error: AgentFailure | null, peer: ProvenPeer | null) => void,
): void {
  const asked = request({
    createConnection: () => socket,
    path: relayPath,
    headers: { connection: 'Upgrade', upgrade: relayProtocol, [relayHostHeader]: hostId },
  });
  asked.on('error', () => undefined);
  asked.once(
    'response',
    guarded(({ headers }: IncomingMessage) => finish(failureOf(headers[relayFailureHeader]), null)),
  );
  asked.once(
    'upgrade',
    guarded(({ headers }: IncomingMessage) => {
      const peer = peerIn(headers[relayPeerHeader]);
      finish(peer ? null : notConnected('the other manager passed on no channel'), peer);
    }),
  );
  asked.end();
}

/** What the holder says of its own try, by its code. */
function failureOf(code: string | string[] | undefined): AgentFailure {
  if (code === 'CERTIFICATE_REVOKED') return revoked();
  if (code === 'TIMEOUT' || code === 'CONNECTION_LOST' || code === 'CONNECTION_BUSY')
    return new AgentFailure('unreachable', code, 'the manager that holds the link got no channel', {
      neverSent: true,
    });
  return notConnected('the manager that held the link holds it no more');
}

export const peerText = ({ serial, fingerprint, notAfter, provenUntilMs, issuer }: ProvenPeer): string =>
  Buffer.from(JSON.stringify({ serial, fingerprint, notAfter, provenUntilMs, issuer })).toString('base64url');

function peerIn(header: string | string[] | undefined): ProvenPeer | null {
  try {
    const said = JSON.parse(Buffer.from(String(header), 'base64url').toString('utf8')) as ProvenPeer;
    const { serial, fingerprint, provenUntilMs, issuer } = said;
    const notAfter = new Date(said.notAfter);
    const isWhole = [serial, fingerprint, issuer].every((text) => typeof text === 'string');
    return isWhole && Number.isFinite(provenUntilMs) && !Number.isNaN(notAfter.getTime())
      ? { serial, fingerprint, notAfter, provenUntilMs, issuer }
      : null;
  } catch {
    return null;
  }
}

/** Whether the other end of this connection is a manager of this installation, by the certificate that it showed. */
export function isManagerClient(trust: TransportTrust, socket: TLSSocket): boolean {
  const certificate = socket.getPeerX509Certificate?.();
  if (!certificate || !socket.authorized || !sanUris(certificate.subjectAltName).includes(managerUri))
    return false;
  const shown = {
    serial: normalSerial(certificate.serialNumber),
    provenUntilMs: certificate.validToDate.getTime(),
    issuer: certificate.issuer,
  };
  return refusalOf(trust, shown) === null;
}
