import { signatureAlgorithm, signed } from '#server/shared/pki/csr.ts';
import { enumerated, integer, oids, sequence, tagged, time, toPem } from '#server/shared/pki/der.ts';
import type { Der } from '#server/shared/pki/der.ts';
import { backdateMs, subjectOf } from './certificate.ts';
import type { Authority } from './certificate.ts';
import { readCertificate } from './describe.ts';
import { authorityKeyIdentifier, extension } from './extensions.ts';
import { readPrivateKey } from './keys.ts';

export const crlLifeDays = 7;
const dayMs = 86_400_000;

/** The values of CRLReason (RFC 5280 5.3.1) that are used. */
const reasonCodes = {
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;
export type RevocationReason = keyof typeof reasonCodes;

export interface Revocation {
  /** Hex, in the form of describeCertificate. */
  serial: string;
  revokedAt: Date;
  reason?: RevocationReason | undefined;
}

export interface CrlOptions {
  ca: Authority;
  /** Grows with every list: readers refuse a lower number. */
  number: number | bigint;
  revoked: readonly Revocation[];
  now: Date;
}

/** Signs a version 2 revocation list, PEM. `nextUpdate` is seven days on; sign again well before. */
export function signCrl({ ca, number, revoked, now }: CrlOptions): string {
  const key = readPrivateKey(ca.privateKeyPem);
  const issuer = readCertificate(ca.certificatePem);
  const entries = revoked.map(revocationEntry);
  const tbs = sequence(
    integer(1),
    signatureAlgorithm(key),
    subjectOf(issuer.raw),
    time(new Date(now.getTime() - backdateMs)),
    time(new Date(now.getTime() + crlLifeDays * dayMs)),
    // RFC 5280 5.1.2.6: the list must be absent when it is empty.
    ...(entries.length ? [sequence(...entries)] : []),
    tagged(0, sequence(authorityKeyIdentifier(issuer), extension(oids.crlNumber, false, integer(number)))),
  );
  return toPem('X509 CRL', signed(tbs, key));
}

function revocationEntry({ serial, revokedAt, reason }: Revocation): Der {
  const serialBytes = Buffer.from(serial.length % 2 ? `0${serial}` : serial, 'hex');
  const extensions = reason
    ? [sequence(extension(oids.crlReason, false, enumerated(reasonCodes[reason])))]
    : [];
  return sequence(integer(serialBytes), time(revokedAt), ...extensions);
}
