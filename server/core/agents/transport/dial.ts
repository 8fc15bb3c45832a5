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
  isRevoked(serial: string): boolean;
  /** Whether the authority of this name is trusted now; the roots may have changed since the handshake. */
  believes(issuer: string): boolean;
  judgeAddress(address: string, loopbackAllowed: boolean): AddressRefusal | null;
  /** Told of each host that has proved itself, and by which certificate. */
  shown?(hostId: string, serial: string): void;
}

/** The agent that a handshake has authenticated. */
export interface ProvenPeer extends PeerCertificate {
  issuer: string;
  /** When the first of the two certificates ends, the agent's or the manager's: the handshake is valid until then. */
  provenUntilMs: number;
}

export const connectTimeoutMs = 5_000;

/**
 * Starts a connection to the agent. Calls `done` once: with the socket when it is proved that the expected host
 * answers there (chain to a root of ours, server name of that host id, host kind, not revoked), or else with the
 * failure. Sessions are never resumed, so each connection proves it again.
 */
export function dial(
  trust: TransportTrust,
  target: AgentTarget,
  done: (error: AgentFailure | null, socket: TLSSocket | null, peer: ProvenPeer | null) => void,
): TLSSocket | null {
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
    return null;
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
  return socket;
}

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
  if (trust.isRevoked(peer.serial))
    return new AgentFailure('tls', 'CERTIFICATE_REVOKED', "the agent's certificate is revoked", {
      retryable: false,
      neverSent: true,
    });
  return null;
}

function stranger(message: string): AgentFailure {
  return new AgentFailure('tls', 'CERTIFICATE_INVALID', message, { retryable: false, neverSent: true });
}
