import type { X509Certificate } from 'node:crypto';
import { content, decode, members, readOid } from '../../../shared/pki/der.ts';

export interface ReadExtension {
  critical: boolean;
  /** DER of the extension's own value. */
  value: Buffer;
}

const VERSION_3 = 3;

/** The extensions of a certificate by their OIDs. Throws where it is no DER of RFC 5280. */
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

/** OID of what the certificate is signed with. */
export function signatureOid({ raw }: Pick<X509Certificate, 'raw'>): string {
  return readOid(members(members(decode(raw))[1])[0]);
}

/** The key's identifier as the certificate itself has it; null: it has none. */
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
