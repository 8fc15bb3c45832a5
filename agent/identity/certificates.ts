import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { pemBlocks, toPem } from '../../server/shared/pki/der.ts';

/** The clocks of host and manager may differ by this much. */
export const clockSkewMs = 5 * 60_000;

/** All certificates of a PEM text, in order. Throws when one cannot be read. */
export function readCertificates(pem: string): X509Certificate[] {
  return pemBlocks('CERTIFICATE', pem).map((der) => new X509Certificate(der));
}

export function certificatePem(certificate: X509Certificate): string {
  return toPem('CERTIFICATE', certificate.raw);
}

export function certificateFingerprint(certificate: X509Certificate): string {
  return sha256(certificate.raw);
}

/** SHA-256 of the SubjectPublicKeyInfo, lower-case hex: how keys and roots are recognised. */
export function publicKeyPin(key: KeyObject): string {
  return sha256(key.export({ type: 'spki', format: 'der' }));
}

export function privateKeyPin(privateKeyPem: string): string {
  return publicKeyPin(createPublicKey(createPrivateKey(privateKeyPem)));
}

/** Whether this root issued the certificate directly: names match and the signature verifies. Dates are not checked. */
export function isIssuedBy(certificate: X509Certificate, root: X509Certificate): boolean {
  return certificate.checkIssued(root) && certificate.verify(root.publicKey);
}

/** Why the certificate is not valid at `now`, in words, or null. */
export function validityProblem(
  certificate: X509Certificate,
  now: Date,
  skewMs = clockSkewMs,
): string | null {
  const { validFromDate, validToDate } = certificate;
  const clocks = `this host's clock says ${now.toISOString()}; check the clocks of both sides`;
  if (validFromDate.getTime() > now.getTime() + skewMs)
    return `the certificate is valid only from ${validFromDate.toISOString()} on (${clocks})`;
  if (validToDate.getTime() < now.getTime() - skewMs)
    return `the certificate expired at ${validToDate.toISOString()} (${clocks})`;
  return null;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
