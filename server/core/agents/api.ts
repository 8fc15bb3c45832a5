/** What the other features may know of agents and of the certificate authority: types alone. */
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

/** With the private key, which is in no table, log or audit row: answer it and forget it. */
export interface IssuedWithKey extends IssuedCertificate {
  keyPem: string;
}

export type RevokeReason = 'keyCompromise' | 'affiliationChanged' | 'superseded' | 'cessationOfOperation';

export interface CertificateQuery {
  hostId?: string;
  status?: CertificateStatus;
  /** Part of the common name, in any case, or the beginning of the serial number. */
  search?: string;
  /** Only those that end before. */
  expiresBefore?: Date;
  /** Default `-issued_at`. */
  sort?: 'issued_at' | '-issued_at' | 'not_after' | '-not_after';
  cursor?: string;
  limit?: number;
}

/** What people may know of the authority. */
export interface AuthorityFacts {
  name: string;
  serialNumber: string;
  fingerprintSha256: string;
  notBefore: Date;
  notAfter: Date;
  crlSignedAt: Date;
  crlNextUpdateAt: Date;
  /** On the revocation list. */
  revokedTotal: number;
  activeTotal: number;
  /** Active certificates by the week in which they end, from now; the last holds the rest. */
  weeks: { from: Date; to: Date | null; certificates: number }[];
}

export type EndingKind = 'host' | 'manager' | 'listener' | 'root' | 'revocation_list';

/** Something that stops being believed at a time. */
export interface Ending {
  kind: EndingKind;
  /** What it is known by for as long as it is the same one: the fingerprint of a certificate. */
  subject: string;
  /** For people. */
  name: string;
  hostId: string | null;
  startsAt: Date;
  endsAt: Date;
  /** No certificate under it can end later; null: it has none. */
  issuerEndsAt: Date | null;
  /** A root that a rotation under way takes out. */
  isLeaving: boolean;
}

export interface CertificateAuthority {
  facts(): Promise<AuthorityFacts>;
  /** Active certificates that end before. */
  countExpiring(before: Date): Promise<number>;
  /**
   * The roots, the revocation lists and what this manager shows, whenever they end; and each live host whose newest
   * certificate ends before, or did so in the last 14 days (null: no hosts).
   */
  endings(before: Date | null): Promise<Ending[]>;
  /** PEM of the root that pins and install lines name; until a rotation has ended that is the old one. */
  rootPem(): string;
  /** What an agent is to trust, in PEM: the root, during a rotation both. */
  trustPem(): string;
  /** SHA-256 of that root's public key: second half of enrollment tokens, `--ca-fingerprint`. */
  rootPin(): string;
  /** The revocation lists in force, one of each root that is trusted. */
  crl(): Promise<{ pem: string; nextUpdateAt: Date }>;
  /** DER of the list of the root with this SHA-256 (hex) of its DER, else of the one that pins name; null: there is none. */
  crlOf(fingerprint: string | null): Promise<Buffer | null>;
  /** The certificate for a host's own key; of the CSR nothing counts but the key. Throws CSR_INVALID (400). */
  issueForCsr(
    tx: Tx,
    request: { hostId: string; csrPem: string; hostname?: string },
    by: ActedBy,
  ): Promise<IssuedCertificate>;
  /** Key pair and certificate for a host that cannot make its own. */
  issueWithKey(tx: Tx, request: { hostId: string; hostname?: string }, by: ActedBy): Promise<IssuedWithKey>;
  /** Throws CERTIFICATE_NOT_FOUND, CERTIFICATE_NOT_ACTIVE. Connections close within 5 s, on every manager. */
  revoke(
    tx: Tx,
    request: { certificateId: string; reason?: RevokeReason },
    by: ActedBy,
  ): Promise<Certificate>;
  /** Every active one but `exceptId`; how many there were. */
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
  /** The newest active one of the host, with its PEM (leaf alone). */
  activeOf(hostId: string): Promise<{ certificate: Certificate; pem: string } | null>;
  /** The newest certificate of the host, whatever its state, with its PEM. */
  latestOf(hostId: string): Promise<{ certificate: Certificate; pem: string } | null>;
  /**
   * The host's certificates that are neither revoked nor superseded (expired ones included), newest first, with
   * their PEMs: any of them may prove a renewal, because an answer that got lost leaves the agent on the one
   * before the newest.
   */
  provingOf(hostId: string): Promise<{ certificate: Certificate; pem: string }[]>;
  /** Retires the host's other active certificates once the named one is known to be in use. */
  supersedeOthers(tx: Tx, request: { hostId: string; keepId: string }, by: ActedBy): Promise<number>;
}

/**
 * `in_use`: it signs, and pins name it. During a rotation `leaving` is the one that is to go, `coming` the other.
 * `retired`: neither the manager nor its agents believe what it has signed.
 */
export type RootState = 'in_use' | 'coming' | 'leaving' | 'retired';

export interface RootFacts {
  /** SHA-256 of its DER, lower-case hex. */
  fingerprintSha256: string;
  name: string;
  serialNumber: string;
  /** SHA-256 of its public key, or of that of the root above it, lower-case hex: what agents pin. */
  publicKeySha256: string;
  notBefore: Date;
  notAfter: Date;
  state: RootState;
  retiredAt: Date | null;
  /** Active certificates of hosts that it has signed. */
  hostCertificates: number;
  /** Subject of the root above it, which is kept elsewhere; null: it is a root itself. */
  issuerName: string | null;
  /** With that of the root above it, if there is one. */
  certificatePem: string;
}

/** A key of the manager's whose certificate an offline root is asked for. */
export interface AuthorityRequest {
  csrPem: string;
  publicKeySha256: string;
  madeBy: string;
  madeAt: Date;
}

export interface OwnAuthorityDraft {
  /** PEM of the authority's certificate and, unless it is a root, of the root's. */
  certificatesPem: string;
  /** PEM; null: that of the request that waits. It is answered and logged nowhere. */
  keyPem: string | null;
}

/**
 * `rolling` → `finishing` → `finished`, or `rolling` → `going_back` → `gone_back`. While `finishing`, every manager
 * already shows itself under the new root and both are trusted, for half a minute.
 */
export type RotationPhase = 'rolling' | 'finishing' | 'finished' | 'going_back' | 'gone_back';
/** `waiting`: nothing was done; `trusting`: the agent holds both roots; `done`: it was reached under the root that stays. */
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
    /** Not done, and they have not answered lately: it goes on with them when they do. */
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

/** The change from one root to the next. Every step leaves each agent reachable; both roots are trusted until the end. */
export interface RotationService {
  roots(): Promise<RootFacts[]>;
  /** The one under way, else the last; null: there was none. */
  latest(): Promise<Rotation | null>;
  /** Throws ROTATION_UNDER_WAY. */
  begin(by: ActedBy): Promise<void>;
  /** To an authority that somebody else made. Throws AUTHORITY_REFUSED, AUTHORITY_REQUEST_NOT_FOUND, ROTATION_UNDER_WAY. */
  beginWithOwn(draft: OwnAuthorityDraft, by: ActedBy): Promise<void>;
  /** The key that waits for its certificate; null: none does. */
  request(): Promise<AuthorityRequest | null>;
  /** Takes the place of one that waited. Throws ROTATION_UNDER_WAY. */
  makeRequest(by: ActedBy): Promise<AuthorityRequest>;
  /** Throws AUTHORITY_REQUEST_NOT_FOUND. */
  dropRequest(by: ActedBy): Promise<void>;
  /** Holds or continues the rollout; what is, is kept. Throws ROTATION_NOT_POSSIBLE. */
  setPaused(paused: boolean, by: ActedBy): Promise<void>;
  /** Hosts return to the old root; the new one is dropped when none depends on it. Throws ROTATION_NOT_POSSIBLE. */
  goBack(by: ActedBy): Promise<void>;
  /**
   * Takes the root out that is to go. Throws ROTATION_NOT_POSSIBLE, and ROTATION_HOSTS_LEFT while hosts depend on it
   * and `reason` (why they are left behind) is null.
   */
  finish(reason: string | null, by: ActedBy): Promise<void>;
  /** By host id. `failing` and `away` as in Rotation. */
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
  /** PEM: leaf, then the others of its chain; of the internal authority up to the root, so that an agent can check the root against its pin. */
  cert: string;
}

export interface AgentsService {
  transport: AgentTransport;
  ca: CertificateAuthority;
  targetOf(host: Pick<Host, 'id' | 'ipAddress' | 'port' | 'loopbackAllowed'>): AgentTarget;
  /** TLS of the manager's own listener. */
  listener: {
    /** What it shows to whoever names another host than `manager.fleetmend.internal`, or none. */
    options(): ListenerTls;
    /** What it shows to agents, which ask for `manager.fleetmend.internal`: always of the internal authority. */
    forAgents(): SecureContext;
    /** Shows another certificate instead, to all but agents; null: that of the internal authority again. */
    present(certificate: ListenerTls | null): void;
    /** Returns the function that unsubscribes. */
    onChange(listener: (options: ListenerTls) => void): () => void;
  };
  /**
   * CSR from the agent → certificate → installed → seen on a fresh connection → the old ones retired
   * (`superseded`, or `revoked` for a re-issue). Throws HOST_NOT_FOUND, HOST_UNREACHABLE; after a failure the
   * old certificate still stands.
   */
  renewHostCertificate(
    hostId: string,
    by: ActedBy,
    retire?: 'supersede' | 'revoke',
  ): Promise<IssuedCertificate>;
  rotation: RotationService;
  /** Roots and revocation list, to one agent. Throws AgentFailure; the sweep tries again. */
  pushTrust(hostId: string): Promise<void>;
}

declare module '../../kernel/boot/declared.ts' {
  interface Core {
    agents: AgentsService;
  }
}

declare module '../../kernel/boot/declared.ts' {
  interface Events {
    /** The revocation list has changed, on this manager or another (told within 2 s). */
    'agents.revocationsChanged': { hostIds: string[] };
  }
}
