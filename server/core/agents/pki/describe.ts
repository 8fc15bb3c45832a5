import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { hostIdFromSan, managerUri, sanDnsNames, sanUris } from '#server/shared/pki/names.ts';
import { normalSerial } from '#server/shared/pki/der.ts';
import { PkiError } from './pkiError.ts';

export type CertificateKind = 'ca' | 'host' | 'manager' | 'web';

export interface CertificateDescription {
  kind: CertificateKind;
  /** Lower-case hex without leading zeros. */
  serial: string;
  commonName: string;
  /** Set on host certificates. */
  hostId: string | null;
  dnsNames: string[];
  uris: string[];
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the certificate's DER, lower-case hex. */
  fingerprint: string;
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  publicKeyPin: string;
}

export function describeCertificate(pem: string): CertificateDescription {
  const certificate = readCertificate(pem);
  const uris = sanUris(certificate.subjectAltName);
  const hostId = hostIdFromSan(certificate.subjectAltName);
  return {
    kind: certificate.ca ? 'ca' : hostId ? 'host' : uris.includes(managerUri) ? 'manager' : 'web',
    serial: normalSerial(certificate.serialNumber),
    commonName: /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '',
    hostId,
    dnsNames: sanDnsNames(certificate.subjectAltName),
    uris,
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    fingerprint: sha256(certificate.raw),
    publicKeyPin: publicKeyPin(pem),
  };
}

/**
 * SHA-256 (lower-case hex) of the SubjectPublicKeyInfo of a certificate or public key in PEM. For the root it
 * is the second half of an enrollment token and the agent's `--ca-fingerprint`; it stays the same when the root is
 * signed again with the same key.
 */
export function publicKeyPin(pem: string): string {
  return sha256(createPublicKey(pem).export({ type: 'spki', format: 'der' }));
}

/** SHA-256 of the whole certificate, lower-case hex. */
export function certificateFingerprint(pem: string): string {
  return sha256(readCertificate(pem).raw);
}

export function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new PkiError('CERTIFICATE_INVALID', 'the certificate cannot be read', { cause });
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
