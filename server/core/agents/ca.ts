/** The certificate authority, and the certificates that it issues; types only. */
import type { ActedBy } from '../hosts/api.ts';
import type { Tx } from '../../kernel/db/tx.ts';

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
  /** When they end: inclusive, and exclusive. */
  notAfterFrom?: Date;
  notAfterTo?: Date;
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
  /** The revocation lists in force as agents get them, one from each trusted root; a long list is cut for them. */
  crl(): Promise<{ pem: string; nextUpdateAt: Date }>;
  /** DER of the list of the root with this SHA-256 (hex), for null of the root that pins name; null if none. */
  crlOf(fingerprint: string | null): Promise<Buffer | null>;
  /**
   * Issues the certificate for a host's own key; only the CSR's key is used. Throws CSR_INVALID (400), and RATE_LIMITED
   * where the host had 24 within a day and no person asks for another.
   */
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
  /** The ten newest certificates of the host, whatever their states, with their PEMs. */
  latestOf(hostId: string): Promise<{ certificate: Certificate; pem: string }[]>;
  /**
   * The host's certificates that are neither revoked nor superseded (expired ones included), newest first, at most 10,
   * with their PEMs: any of them may prove a renewal, because after a lost answer the agent still has the one before
   * the newest.
   */
  provingOf(hostId: string): Promise<{ certificate: Certificate; pem: string }[]>;
  /** Supersedes the host's other active certificates, once the kept one is in use; resolves with their number. */
  supersedeOthers(tx: Tx, request: { hostId: string; keepId: string }, by: ActedBy): Promise<number>;
}
