import { BaseModel } from '../../kernel/db/model.ts';
import type { CertificateKind, CertificateStatus } from './api.ts';

export class KeyModel extends BaseModel {
  static override tableName = 'agents_keys';
  static override idColumn = 'name';
  static override timestamps = ['createdAt'];
  /** `root`, `manager`, `web:<digest of its names>`. */
  declare name: string;
  /** PKCS#8, sealed with the key that is not in the database. */
  declare sealedKey: string;
  declare certificatePem: string;
  /** Row of agents_certificates; null for the root. */
  declare certificateId: string | null;
  declare createdAt: Date;
}

export class CertificateModel extends BaseModel {
  static override tableName = 'agents_certificates';
  static override timestamps = ['notBefore', 'notAfter', 'renewAt', 'issuedAt', 'revokedAt'];
  static override jsonAttributes = ['altNames'];
  declare id: string;
  declare serial: string;
  declare kind: CertificateKind;
  declare hostId: string | null;
  declare commonName: string | null;
  declare fingerprint: string;
  declare publicKeyPin: string;
  /** As the wire shows them: `DNS:…`, `URI:…`, `IP:…`. */
  declare altNames: string[];
  /** `expired` is set by the sweep; readers go by not_after as well. */
  declare status: CertificateStatus;
  declare notBefore: Date;
  declare notAfter: Date;
  /** Two thirds of its life; later after a renewal that failed. */
  declare renewAt: Date;
  declare issuedAt: Date;
  declare revokedAt: Date | null;
  declare revocationReason: string | null;
  declare pem: string;
}

export class StateModel extends BaseModel {
  static override tableName = 'agents_state';
  static override timestamps = ['crlSignedAt'];
  declare id: number;
  /** Grows with every list; also the version of what agents are to trust. */
  declare crlNumber: number;
  declare crlPem: string;
  declare crlSignedAt: Date;
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
