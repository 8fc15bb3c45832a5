import type { X509Certificate } from 'node:crypto';
import { content, decode, members, readOid } from '#server/shared/pki/der.ts';

export interface ReadExtension {
  critical: boolean;
  /** DER of the extension's own value. */
  value: Buffer;
}

const VERSION_3 = 3;

/** The extensions of a certificate by their OIDs. Throws when it is not DER by RFC 5280. */
export function readExtensions({ raw }: Pick<X509Certificate, 'raw'>): Map<string, ReadExtension> {
  const tbs = members(members(decode(raw))[0]);
  const wrapped = tbs.find(
    ({ tagClass, type }) => (tagClass as number) === 0x80 && (type as number) === VERSION_3,
  );
  const found = new Map<string, ReadExtension>();
  if (!wrapped) return found;
  for (const extension of members(members(wrapped)[0])) {
    const [id, ...rest] = members(extension);
    const critical = rest.length > 1 && content(rest[0])[0] !== 0;
    found.set(readOid(id), { critical, value: content(rest.at(-1)) });
  }
  return found;
}

const RSA_PSS = '1.2.840.113549.1.1.10';
const SHA1 = '1.3.14.3.2.26';

/** How the certificate is signed: OID of the signature and, for RSA-PSS, of the separately named hash. */
export function signatureOf({ raw }: Pick<X509Certificate, 'raw'>): { id: string; hash: string | null } {
  const [algorithm, parameters] = members(members(decode(raw))[1]);
  const id = readOid(algorithm);
  if (id !== RSA_PSS) return { id, hash: null };
  const named = parameters && members(parameters).find(({ type }) => (type as number) === 0);
  return { id, hash: named ? readOid(members(members(named)[0])[0]) : SHA1 };
}

/** Whether its basic constraints say CA:TRUE. */
export function isAuthority(certificate: Pick<X509Certificate, 'raw'>): boolean {
  const extension = readExtensions(certificate).get('2.5.29.19');
  const first = extension && members(decode(extension.value))[0];
  return first !== undefined && (first.type as number) === 1 && content(first)[0] !== 0;
}

/** The subject key identifier in the certificate; null: it has none. */
export function ownKeyIdentifier(certificate: Pick<X509Certificate, 'raw'>): Buffer | null {
  const extension = readExtensions(certificate).get('2.5.29.14');
  return extension ? content(decode(extension.value)) : null;
}

/** How many authorities may follow below; null: any number. */
export function pathLengthOf(certificate: Pick<X509Certificate, 'raw'>): number | null {
  const extension = readExtensions(certificate).get('2.5.29.19');
  const length = extension && members(decode(extension.value))[1];
  return length ? Number(`0x${content(length).toString('hex')}`) : null;
}
