/** What other features may know about agents and the certificate authority; types only. */
import type { SecureContext } from 'node:tls';
import type { ActedBy, Host } from '../hosts/api.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import type { AgentTarget, AgentTransport } from './transport.ts';

export type * from './transport.ts';

export type CertificateStatus = 'active' | 'revoked' | 'expired' | 'superseded';
export type CertificateKind = 'host' | 'manager' | 'web';

export interface Certificate {
  id: string;
  kind: CertificateKind;
  hostId: string | null;
  /** The common name, for people; the identity is in the SAN. */
  hostname: string | null;
  /** Lower-case hex without leading zeros. */
  serialNumber: string;
  fingerprintSha256: string;
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  publicKeyPin: string;
  subjectAltNames: string[];
  status: CertificateStatus;
  notBefore: Date;
  notAfter: Date;
  issuedAt: Date;
  revokedAt: Date | null;
  revocationReason: string | null;
}

export interface IssuedCertificate {
  certificate: Certificate;
  certificatePem: string;
  caPem: string;
}

/** With the private key, which is in no table, log or audit row: return it to the caller and keep no copy. */
export interface IssuedWithKey extends IssuedCertificate {
  keyPem: string;
}

export type RevokeReason = 'keyCompromise' | 'affiliationChanged' | 'superseded' | 'cessationOfOperation';

export interface CertificateQuery {
  hostId?: string;
  status?: CertificateStatus;
  /** Part of the common name, in any case, or the beginning of the serial number. */
  search?: string;
  /** Only certificates that end before this time. */
  expiresBefore?: Date;
  /** Default `-issued_at`. */
  sort?: 'issued_at' | '-issued_at' | 'not_after' | '-not_after';
  cursor?: string;
  limit?: number;
}

/** The facts about the authority that people may see. */
export interface AuthorityFacts {
  name: string;
  serialNumber: string;
  fingerprintSha256: string;
  notBefore: Date;
  notAfter: Date;
  crlSignedAt: Date;
  crlNextUpdateAt: Date;
  /** Certificates on the revocation list. */
  revokedTotal: number;
  activeTotal: number;
  /** Active certificates by the week in which they end, from now; the last holds the rest. */
  weeks: { from: Date; to: Date | null; certificates: number }[];
}

export type EndingKind = 'host' | 'manager' | 'listener' | 'root' | 'revocation_list';

/** A certificate or list that stops being valid at a known time. */
export interface Ending {
  kind: EndingKind;
  /** Identifies it: the fingerprint of a certificate, the number of a revocation list. */
  subject: string;
  /** For people. */
  name: string;
  hostId: string | null;
  startsAt: Date;
  endsAt: Date;
  /** When its issuer ends, beyond which a renewed certificate cannot last; null: it has none. */
  issuerEndsAt: Date | null;
  /** A root that the rotation under way removes. */
  isLeaving: boolean;
}

export interface CertificateAuthority {
  facts(): Promise<AuthorityFacts>;
  /** The number of active certificates that end before this time. */
  countExpiring(before: Date): Promise<number>;
  /**
   * The roots, the revocation list and this manager's own certificates, whenever they end; and each live host whose
   * newest certificate ends before this time, or ended in the last 14 days (`before` null: no hosts).
   */
  endings(before: Date | null): Promise<Ending[]>;
  /** PEM of the root that pins and install lines name: the old one until a rotation finishes. */
  rootPem(): string;
  /** What an agent must trust, in PEM: the root, or both roots during a rotation. */
  trustPem(): string;
  /** SHA-256 of the public key of `rootPem`: second half of enrollment tokens, `--ca-fingerprint`. */
  rootPin(): string;
  /** The revocation lists in force, one from each trusted root. */
  crl(): Promise<{ pem: string; nextUpdateAt: Date }>;
  /** DER of the list of the root with this SHA-256 (hex), for null of the root that pins name; null if none. */
  crlOf(fingerprint: string | null): Promise<Buffer | null>;
  /** Issues the certificate for a host's own key; only the CSR's key is used. Throws CSR_INVALID (400). */
  issueForCsr(
    tx: Tx,
    request: { hostId: string; csrPem: string; hostname?: string },
    by: ActedBy,
  ): Promise<IssuedCertificate>;
  /** Makes key pair and certificate for a host that cannot make its own key. */
  issueWithKey(tx: Tx, request: { hostId: string; hostname?: string }, by: ActedBy): Promise<IssuedWithKey>;
  /** Throws CERTIFICATE_NOT_FOUND, CERTIFICATE_NOT_ACTIVE. Connections close within 5 s, on every manager. */
  revoke(
    tx: Tx,
    request: { certificateId: string; reason?: RevokeReason },
    by: ActedBy,
  ): Promise<Certificate>;
  /** Revokes every active or superseded certificate of the host but `exceptId`; resolves with their number. */
  revokeAllOfHost(
    tx: Tx,
    request: { hostId: string; exceptId?: string; reason?: RevokeReason },
    by: ActedBy,
  ): Promise<number>;
  get(id: string): Promise<Certificate | null>;
  /** Newest first. */
  list(
    query: CertificateQuery,
  ): Promise<{ certificates: Certificate[]; total: number; nextCursor: string | null }>;
  /** The newest active certificate of the host, with its PEM (leaf only). */
  activeOf(hostId: string): Promise<{ certificate: Certificate; pem: string } | null>;
  /** The newest certificate of the host, whatever its state, with its PEM. */
  latestOf(hostId: string): Promise<{ certificate: Certificate; pem: string } | null>;
  /**
   * The host's certificates that are neither revoked nor superseded (expired ones included), newest first, at most 10,
   * with their PEMs: any of them may prove a renewal, because after a lost answer the agent still has the one before
   * the newest.
   */
  provingOf(hostId: string): Promise<{ certificate: Certificate; pem: string }[]>;
  /** Supersedes the host's other active certificates, once the kept one is in use; resolves with their number. */
  supersedeOthers(tx: Tx, request: { hostId: string; keepId: string }, by: ActedBy): Promise<number>;
}

/**
 * `in_use`: it signs, and pins name it. During a rotation `leaving` is the root to be removed, `coming` the other.
 * `retired`: neither the manager nor its agents trust what it has signed.
 */
export type RootState = 'in_use' | 'coming' | 'leaving' | 'retired';

export interface RootFacts {
  /** SHA-256 of its DER, lower-case hex. */
  fingerprintSha256: string;
  name: string;
  serialNumber: string;
  /** SHA-256 of its public key, or of the root's above it, lower-case hex: what agents pin. */
  publicKeySha256: string;
  notBefore: Date;
  notAfter: Date;
  state: RootState;
  retiredAt: Date | null;
  /** The number of active host certificates that it has signed. */
  hostCertificates: number;
  /** Subject of the root above it, whose key is kept elsewhere; null: it is a root itself. */
  issuerName: string | null;
  /** Followed by the certificate of the root above it, if there is one. */
  certificatePem: string;
}

/** A key of the manager that waits for a certificate from an offline root. */
export interface AuthorityRequest {
  csrPem: string;
  publicKeySha256: string;
  madeBy: string;
  madeAt: Date;
}

export interface OwnAuthorityDraft {
  /** PEM of the authority's certificate and, unless it is a root, of the root's. */
  certificatesPem: string;
  /** PEM; null: the key of the waiting request. It is never returned or logged. */
  keyPem: string | null;
}

/**
 * `rolling` → `finishing` → `finished`, or `rolling` → `going_back` → `gone_back`. While `finishing`, every manager
 * already uses its certificate under the new root, and both roots are trusted, for half a minute.
 */
export type RotationPhase = 'rolling' | 'finishing' | 'finished' | 'going_back' | 'gone_back';
/** `waiting`: not begun; `trusting`: the agent holds both roots; `done`: it was reached under the root that stays. */
export type RotationHostState = 'waiting' | 'trusting' | 'done';

export interface Rotation {
  id: string;
  phase: RotationPhase;
  paused: boolean;
  oldRoot: string;
  newRoot: string;
  begunBy: string;
  begunAt: Date;
  phaseAt: Date;
  endedAt: Date | null;
  /** Why hosts were left behind; null: none were. */
  reason: string | null;
  hosts: {
    total: number;
    waiting: number;
    trusting: number;
    done: number;
    /** Not done, and the last attempt failed. */
    failing: number;
    /** Not done, and without an answer lately: the rotation continues with them when they answer. */
    away: number;
  };
}

export interface RotationHost {
  hostId: string;
  state: RotationHostState;
  failures: number;
  problem: string | null;
  changedAt: Date;
}

/** The change from one root to the next. Each step leaves agents reachable; both roots are trusted until the end. */
export interface RotationService {
  roots(): Promise<RootFacts[]>;
  /** The rotation under way, or else the last one; null: there was none. */
  latest(): Promise<Rotation | null>;
  /** Throws ROTATION_UNDER_WAY. */
  begin(by: ActedBy): Promise<void>;
  /** To an outside authority. Throws AUTHORITY_REFUSED, AUTHORITY_REQUEST_NOT_FOUND, ROTATION_UNDER_WAY. */
  beginWithOwn(draft: OwnAuthorityDraft, by: ActedBy): Promise<void>;
  /** The key that waits for its certificate; null: none does. */
  request(): Promise<AuthorityRequest | null>;
  /** Makes a new key, which replaces a waiting one. Throws ROTATION_UNDER_WAY. */
  makeRequest(by: ActedBy): Promise<AuthorityRequest>;
  /** Throws AUTHORITY_REQUEST_NOT_FOUND. */
  dropRequest(by: ActedBy): Promise<void>;
  /** Pauses or resumes the rollout; what was done stays. Throws ROTATION_NOT_POSSIBLE. */
  setPaused(paused: boolean, by: ActedBy): Promise<void>;
  /** Hosts return to the old root; the new one is dropped when none depends on it. Throws ROTATION_NOT_POSSIBLE. */
  goBack(by: ActedBy): Promise<void>;
  /**
   * Removes the leaving root. Throws ROTATION_NOT_POSSIBLE, and ROTATION_HOSTS_LEFT while hosts depend on it and
   * `reason` (why they are left behind) is null.
   */
  finish(reason: string | null, by: ActedBy): Promise<void>;
  /** Ordered by host id. `failing` as in Rotation. */
  hosts(query: {
    /** `left`: all that are not done. */
    state?: RotationHostState | 'left' | 'failing';
    cursor?: string;
    limit: number;
  }): Promise<{ hosts: RotationHost[]; total: number; nextCursor: string | null }>;
}

export interface ListenerTls {
  /** PEM. */
  key: string;
  /** PEM: leaf, then its chain; from the internal authority including the root, so that agents can check their pin. */
  cert: string;
}

export interface AgentsService {
  transport: AgentTransport;
  ca: CertificateAuthority;
  targetOf(host: Pick<Host, 'id' | 'ipAddress' | 'port' | 'loopbackAllowed'>): AgentTarget;
  /** TLS of the manager's own listener. */
  listener: {
    /** For clients that name another host than `manager.fleetmend.internal`, or none. */
    options(): ListenerTls;
    /** For agents, which ask for `manager.fleetmend.internal`: always from the internal authority. */
    forAgents(): SecureContext;
    /** Uses another certificate for all but agents; null: the internal authority's again. */
    present(certificate: ListenerTls | null): void;
    /** Returns the function that unsubscribes. */
    onChange(listener: (options: ListenerTls) => void): () => void;
  };
  /**
   * CSR from the agent → certificate → installed → seen on a fresh connection → the old ones retired
   * (`superseded`, or `revoked` for a re-issue). Throws HOST_NOT_FOUND, HOST_UNREACHABLE; after a failure the
   * old certificate is still valid.
   */
  renewHostCertificate(
    hostId: string,
    by: ActedBy,
    retire?: 'supersede' | 'revoke',
  ): Promise<IssuedCertificate>;
  rotation: RotationService;
  /** Sends roots and revocation lists to one agent. Throws AgentFailure; the sweep tries again. */
  pushTrust(hostId: string): Promise<void>;
}

declare module '../../kernel/boot/declared.ts' {
  interface Core {
    agents: AgentsService;
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface Events {
    /** The revocation list has changed, on this manager or another (emitted within 2 s). */
    'agents.revocationsChanged': { hostIds: string[] };
  }
}
