import { createHash, X509Certificate } from 'node:crypto';
import { AppError } from '../../shared/wire/appError.ts';
import type { BaseModel } from '../../kernel/db/model.ts';
import type { CertificateModel } from './models.ts';
import { type IssuedCertificate as Leaf, PkiError } from './pki/index.ts';
import type { Certificate, CertificateKind, CertificateStatus } from './ca.ts';

/** When to renew: two thirds into the life. */
export function renewalDate(notBefore: Date, notAfter: Date): Date {
  return new Date(notBefore.getTime() + ((notAfter.getTime() - notBefore.getTime()) * 2) / 3);
}

export function certificateRow(
  leaf: Leaf,
  {
    id,
    kind,
    hostId,
    issuerId,
    now,
  }: { id: string; kind: CertificateKind; hostId: string | null; issuerId: string; now: Date },
): Omit<CertificateModel, keyof BaseModel> {
  return {
    id,
    serial: leaf.serial,
    kind,
    hostId,
    issuerId,
    commonName: leaf.commonName,
    fingerprint: leaf.fingerprint,
    publicKeyPin: leaf.publicKeyPin,
    altNames: altNamesOf(leaf.certificatePem),
    status: 'active',
    notBefore: leaf.notBefore,
    notAfter: leaf.notAfter,
    renewAt: renewalDate(leaf.notBefore, leaf.notAfter),
    retryAt: null,
    issuedAt: now,
    revokedAt: null,
    revocationReason: null,
    pem: leaf.certificatePem,
  };
}

function altNamesOf(pem: string): string[] {
  const names = new X509Certificate(pem).subjectAltName?.split(', ') ?? [];
  return names.map((name) => name.replace(/^IP Address:/, 'IP:'));
}

/** The status at `now`, also when the row has not yet been marked as expired. */
export function statusAt(row: Pick<CertificateModel, 'status' | 'notAfter'>, now: Date): CertificateStatus {
  return row.status === 'active' && row.notAfter <= now ? 'expired' : row.status;
}

export function toCertificate(row: CertificateModel, now: Date): Certificate {
  return {
    id: row.id,
    kind: row.kind,
    hostId: row.hostId,
    hostname: row.commonName,
    serialNumber: row.serial,
    fingerprintSha256: row.fingerprint,
    publicKeyPin: row.publicKeyPin,
    subjectAltNames: row.altNames,
    status: statusAt(row, now),
    notBefore: row.notBefore,
    notAfter: row.notAfter,
    issuedAt: row.issuedAt,
    revokedAt: row.revokedAt,
    revocationReason: row.revocationReason,
  };
}

/** What an audit row says about a certificate; never a key. */
export function auditOf(
  row: Pick<CertificateModel, 'kind' | 'hostId' | 'serial' | 'commonName' | 'notAfter'>,
) {
  const { kind, hostId, serial, commonName, notAfter } = row;
  return { kind, hostId, serial, commonName, notAfter };
}

/** The name of the key for these names; other names get another key and certificate. */
export function webKeyName(names: readonly string[]): string {
  return `web:${createHash('sha256')
    .update([...names].sort().join('\n'))
    .digest('hex')
    .slice(0, 32)}`;
}

/** Runs `work` and turns a PkiError into the contract's CSR_INVALID. */
export function wirePki<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new AppError(
      'CSR_INVALID',
      { message: `The certificate request is refused: ${error.message}.` },
      { cause: error },
    );
  }
}
