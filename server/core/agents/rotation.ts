/** The authority's roots, and the change from one to the next; types only. */
import type { PageQuery, StateQuery } from '#server/kernel/db/keyset.ts';
import type { ActedBy } from '../hosts/api.ts';

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

export interface RotationHostQuery extends PageQuery, StateQuery<RotationHostState> {
  /** As in Rotation. */
  failing?: boolean;
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
  hosts(
    query: RotationHostQuery,
  ): Promise<{ hosts: RotationHost[]; total: number; nextCursor: string | null }>;
}
