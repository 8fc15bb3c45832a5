import { BaseModel } from '../../kernel/db/model.ts';
import type { CertificateKind, CertificateStatus } from './ca.ts';

export class KeyModel extends BaseModel {
  static override tableName = 'agents_keys';
  static override idColumn = 'name';
  static override timestamps = ['createdAt'];
  /** `root` or `root:<uuid>`; `manager` or `web:<digest of its names>`, with the suffix `@<root>` under later roots. */
  declare name: string;
  /** PKCS#8, sealed with a key that is not in the database. */
  declare sealedKey: string;
  declare certificatePem: string;
  /** Row of agents_certificates; null for a root. */
  declare certificateId: string | null;
  declare createdAt: Date;
}

export class CertificateModel extends BaseModel {
  static override tableName = 'agents_certificates';
  static override timestamps = ['notBefore', 'notAfter', 'renewAt', 'retryAt', 'issuedAt', 'revokedAt'];
  static override jsonAttributes = ['altNames'];
  declare id: string;
  declare serial: string;
  /** The root that signed it: row of agents_roots. */
  declare issuerId: string;
  declare kind: CertificateKind;
  declare hostId: string | null;
  declare commonName: string | null;
  declare fingerprint: string;
  declare publicKeyPin: string;
  /** As the wire shows them: `DNS:…`, `URI:…`, `IP:…`. */
  declare altNames: string[];
  /** `expired` is set by the sweep; readers must check not_after as well. */
  declare status: CertificateStatus;
  declare notBefore: Date;
  declare notAfter: Date;
  /** At two thirds of its life. */
  declare renewAt: Date;
  /** After a failed renewal: not before then. */
  declare retryAt: Date | null;
  declare issuedAt: Date;
  declare revokedAt: Date | null;
  declare revocationReason: string | null;
  declare pem: string;
}

export class StateModel extends BaseModel {
  static override tableName = 'agents_state';
  static override timestamps = ['crlSignedAt'];
  declare id: number;
  /** Grows with every list; also the version of the trust that agents receive. */
  declare crlNumber: number;
  /** One list from each trusted root, in the order of RootSet.roots. */
  declare crlPem: string;
  declare crlSignedAt: Date;
}

/** A certificate that was made and revoked after the backup from which the database was restored. */
export class LostRevocationModel extends BaseModel {
  static override tableName = 'agents_lost_revocations';
  static override idColumn = 'serial';
  static override timestamps = ['takenAt'];
  declare serial: string;
  declare issuerId: string;
  declare takenAt: Date;
}

export class TrustModel extends BaseModel {
  static override tableName = 'agents_trust';
  static override idColumn = 'host_id';
  static override timestamps = ['nextAttemptAt'];
  declare hostId: string;
  /** The crl_number that the agent confirmed; 0: none yet. */
  declare version: number;
  declare failures: number;
  declare nextAttemptAt: Date;
}

export class RootModel extends BaseModel {
  static override tableName = 'agents_roots';
  static override booleans = ['trusted', 'signs', 'anchor'];
  static override timestamps = ['createdAt', 'retiredAt'];
  /** Name of its row in agents_keys. */
  declare id: string;
  /** The manager and its agents trust what it has signed. */
  declare trusted: boolean;
  /** It signs new host certificates: one root at a time. */
  declare signs: boolean;
  /** Pins name it, and the manager's certificate towards agents is under it: one root at a time. */
  declare anchor: boolean;
  /** SHA-256 of its DER, lower-case hex. */
  declare fingerprint: string;
  declare crlPem: string;
  /** The certificate that the root `crossBy` signed for its name and key; null: not needed. */
  declare crossPem: string | null;
  declare crossBy: string | null;
  /** PEM of the root above it, whose key is kept elsewhere; null: it is a root itself. */
  declare issuerPem: string | null;
  declare createdAt: Date;
  declare retiredAt: Date | null;
}

export type RotationPhase = 'rolling' | 'finishing' | 'finished' | 'going_back' | 'gone_back';

export class RotationModel extends BaseModel {
  static override tableName = 'agents_rotations';
  static override booleans = ['paused'];
  static override timestamps = ['begunAt', 'phaseAt', 'endedAt'];
  declare id: string;
  declare oldRoot: string;
  declare newRoot: string;
  declare phase: RotationPhase;
  declare paused: boolean;
  /** 1 while it is under way, else null. */
  declare slot: number | null;
  declare begunBy: string;
  declare begunAt: Date;
  declare phaseAt: Date;
  declare endedAt: Date | null;
  /** Why hosts were left behind, as the administrator gave it. */
  declare reason: string | null;
}

/** `waiting`: not begun; `trusting`: the agent holds both roots; `done`: it was reached under the root that stays. */
export type RotationHostState = 'waiting' | 'trusting' | 'done';

export class RotationHostModel extends BaseModel {
  static override tableName = 'agents_rotation_hosts';
  static override idColumn = 'host_id';
  static override timestamps = ['nextAttemptAt', 'changedAt'];
  declare hostId: string;
  declare state: RotationHostState;
  declare failures: number;
  /** Why the last attempt failed; null: it did not. */
  declare problem: string | null;
  declare nextAttemptAt: Date;
  declare changedAt: Date;
}

/** A key that waits for a certificate from an offline root. */
export class RequestModel extends BaseModel {
  static override tableName = 'agents_requests';
  static override timestamps = ['madeAt'];
  /** The id that the root will have. */
  declare id: string;
  declare slot: number;
  /** PKCS#8, sealed. */
  declare sealedKey: string;
  declare csrPem: string;
  declare publicKeyPin: string;
  declare madeBy: string;
  declare madeAt: Date;
}

/** The newest link of a host that dials. */
export class LinkModel extends BaseModel {
  static override tableName = 'agents_links';
  static override idColumn = 'host_id';
  static override timestamps = ['openedAt', 'lostAt'];
  declare hostId: string;
  /** Grows with each link; of two, the lower one is over. */
  declare number: number;
  /** Instance id of the manager that holds it. */
  declare manager: string;
  declare openedAt: Date;
  declare lostAt: Date | null;
}
