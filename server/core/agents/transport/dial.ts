import { connect, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { normalSerial } from '#server/shared/pki/der.ts';
import { guarded } from '#server/shared/guarded.ts';
import { hostIdFromSan, hostServerName } from '#server/shared/pki/names.ts';
import type { AddressRefusal } from '../../hosts/api.ts';
import type { AgentTarget, PeerCertificate } from '../transport.ts';
import { failureOf } from './failures.ts';

/** What the transport trusts, and its own certificate. */
export interface TransportTrust {
  /** The manager's key and certificate, trusting our roots only. */
  secureContext(): SecureContext;
  /** The same under the new root of a rotation; null: there is none. */
  nextSecureContext?(): SecureContext | null;
  /** When the certificate of `secureContext` ends; if absent, its end is not checked. */
  endsAt?(): Date;
  /** When the certificate ends that agents see which dial this manager; if absent, its end is not checked. */
  listenerEndsAt?(): Date;
  isRevoked(serial: string): boolean;
  /** Whether the authority of this name is trusted now; the roots may have changed since the handshake. */
  believes(issuer: string): boolean;
  judgeAddress(address: string, loopbackAllowed: boolean): AddressRefusal | null;
  /** Told of each host that has proved itself, and by which certificate. */
  shown?(hostId: string, serial: string): void;
  /** Has an agent that dials open a channel; see Links.open. Absent: no agent dials. */
  openChannel?(hostId: string, done: ReachDone): void;
}

/** Called once: with the socket of a host that has proved itself, on which it serves its API, or with the failure. */
export type ReachDone = (
  error: AgentFailure | null,
  socket: TLSSocket | null,
  peer: ProvenPeer | null,
) => void;

/** The agent that a handshake has authenticated. */
export interface ProvenPeer extends PeerCertificate {
  issuer: string;
  /** When the first of the two certificates ends, the agent's or the manager's: the handshake is valid until then. */
  provenUntilMs: number;
}

export const connectTimeoutMs = 5_000;

/** Gets a connection to the agent by the way that the target names: `dial`, or a channel of its link. */
export function reach(trust: TransportTrust, target: AgentTarget, done: ReachDone): void {
  if (target.connection !== 'dial') return dial(trust, target, done);
  const told: ReachDone = (error, socket, peer) => {
    if (peer) trust.shown?.(target.hostId, peer.serial);
    done(error, socket, peer);
  };
  if (trust.openChannel) return trust.openChannel(target.hostId, told);
  queueMicrotask(guarded(() => told(notConnected('no agent dials this manager'), null, null)));
}

/** Starts a connection to the agent. Calls `done` once: with the socket when it is proved that the expected host
 * answers there (chain to a root of ours, server name of that host id, host kind, not revoked), or else with the
 * failure. Sessions are never resumed, so each connection proves it again.
 */
function dial(trust: TransportTrust, target: AgentTarget, done: ReachDone): void {
  const refusal = trust.judgeAddress(target.address, target.loopbackAllowed);
  if (refusal) {
    const message = `the address is refused (${refusal})`;
    queueMicrotask(
      guarded(() =>
        done(
          new AgentFailure('unreachable', 'ADDRESS_REFUSED', message, { retryable: false, neverSent: true }),
          null,
          null,
        ),
      ),
    );
    return;
  }
  const servername = hostServerName(target.hostId);
  const ownEndsAt = trust.endsAt?.().getTime() ?? Infinity;
  const socket = connect({
    host: target.address,
    port: target.port,
    servername,
    secureContext: trust.secureContext(),
    ALPNProtocols: ['http/1.1'],
    checkServerIdentity: () => undefined,
  });
  // For its own check of the name, Node builds an object for each certificate of the chain, which takes a seventh of
  // the handshake. `refuseStranger` checks the name instead; Node has verified the chain before that.
  socket.getPeerCertificate = () => UNREAD;
  let pending = true;
  const finish = (error: AgentFailure | null, peer: ProvenPeer | null): void => {
    if (!pending) return;
    pending = false;
    clearTimeout(timer);
    if (error) socket.destroy();
    else if (peer) trust.shown?.(target.hostId, peer.serial);
    done(error, error ? null : socket, peer);
  };
  const timer = setTimeout(
    guarded(() =>
      finish(
        new AgentFailure('unreachable', 'TIMEOUT', 'the host does not answer', { neverSent: true }),
        null,
      ),
    ),
    connectTimeoutMs,
  );
  socket.setNoDelay(true).setKeepAlive(true, 30_000);
  socket.on(
    'error',
    guarded((error) => finish(failureOf(error, true), null)),
  );
  socket.once(
    'close',
    guarded(() =>
      finish(
        new AgentFailure('unreachable', 'CONNECTION_LOST', 'the connection broke', { neverSent: true }),
        null,
      ),
    ),
  );
  socket.once(
    'secureConnect',
    guarded(() => {
      const peer = peerOf(socket, { servername, ownEndsAt });
      finish(
        peer instanceof AgentFailure ? peer : refuseStranger(trust, target, peer),
        peer instanceof AgentFailure ? null : peer,
      );
    }),
  );
}

/**
 * The host whose agent has opened this connection to the manager. Throws AgentFailure: CERTIFICATE_INVALID,
 * CERTIFICATE_REVOKED (of which `onRevoked` is told with the host's id). A resumed session proves nothing about now, so nothing is taken from the handshake but that the
 * peer has the key of the certificate and that the chain was one of ours.
 */
export function acceptedPeer(
  trust: TransportTrust,
  socket: TLSSocket,
  onRevoked: (hostId: string) => void,
): ProvenPeer & { hostId: string } {
  const certificate = socket.getPeerX509Certificate?.();
  const hostId = certificate && hostIdFromSan(certificate.subjectAltName);
  if (!certificate || !hostId || !socket.authorized)
    throw stranger('only an agent with a certificate of this installation may connect here');
  const peer = {
    serial: normalSerial(certificate.serialNumber),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notAfter: certificate.validToDate,
    provenUntilMs: Math.min(
      certificate.validToDate.getTime(),
      trust.listenerEndsAt?.().getTime() ?? Infinity,
    ),
    issuer: certificate.issuer,
    hostId,
  };
  const reason = refusalOf(trust, peer);
  if (reason === 'CERTIFICATE_REVOKED') {
    onRevoked(hostId);
    throw revoked();
  }
  if (reason !== null) throw stranger('the certificate has ended, or its authority is trusted no more');
  return peer;
}

/** What of a peer may be refused later. */
type Shown = Pick<ProvenPeer, 'serial' | 'provenUntilMs' | 'issuer'>;

/**
 * Why a connection that was proven may not go on, as a failure's code; null: it may. A host with a newer certificate is
 * reached again over a fresh connection; for any other host, the next handshake says what is wrong.
 */
export function refusalOf(trust: TransportTrust, peer: Shown): string | null {
  if (trust.isRevoked(peer.serial)) return 'CERTIFICATE_REVOKED';
  return hasEnded(peer) || !trust.believes(peer.issuer) ? 'CONNECTION_LOST' : null;
}

/** By the system clock, which handshakes use too. */
export const hasEnded = (peer: Pick<ProvenPeer, 'provenUntilMs'>): boolean =>
  peer.provenUntilMs <= Date.now();

/** Stands in for the certificate object that Node would build; nothing reads it. */
const UNREAD = {} as DetailedPeerCertificate;

interface Peer extends ProvenPeer {
  hostId: string | null;
  /** Whether the certificate is for the name that was asked for. */
  isNamed: boolean;
}

function peerOf(
  socket: TLSSocket,
  { servername, ownEndsAt }: { servername: string; ownEndsAt: number },
): Peer | AgentFailure {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate || !socket.authorized) return stranger('the agent showed no certificate of ours');
  return {
    serial: normalSerial(certificate.serialNumber),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notAfter: certificate.validToDate,
    provenUntilMs: Math.min(certificate.validToDate.getTime(), ownEndsAt),
    issuer: certificate.issuer,
    hostId: hostIdFromSan(certificate.subjectAltName),
    isNamed: certificate.checkHost(servername, { subject: 'never', wildcards: false }) !== undefined,
  };
}

function refuseStranger(trust: TransportTrust, target: AgentTarget, peer: Peer): AgentFailure | null {
  if (!peer.isNamed || peer.hostId !== target.hostId) return stranger('another host answers at that address');
  // The handshake used the roots that were trusted when it began.
  if (!trust.believes(peer.issuer)) return stranger('the agent showed no certificate of ours');
  return trust.isRevoked(peer.serial) ? revoked() : null;
}

export function revoked(): AgentFailure {
  return new AgentFailure('tls', 'CERTIFICATE_REVOKED', "the agent's certificate is revoked", {
    retryable: false,
    neverSent: true,
  });
}

/** The agent of a host that dials cannot be asked now. */
export const notConnected = (message: string): AgentFailure =>
  new AgentFailure('unreachable', 'NOT_CONNECTED', message, { neverSent: true });

function stranger(message: string): AgentFailure {
  return new AgentFailure('tls', 'CERTIFICATE_INVALID', message, { retryable: false, neverSent: true });
}
