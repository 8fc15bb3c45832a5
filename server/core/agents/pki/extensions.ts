import { createHash, createPublicKey } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  bitContent,
  bits,
  boolean,
  decode,
  encode,
  integer,
  members,
  octets,
  oid,
  oids,
  sequence,
  taggedBytes,
} from '#server/shared/pki/der.ts';
import type { Der } from '#server/shared/pki/der.ts';
import { PkiError } from './pkiError.ts';
import { ownKeyIdentifier } from './readExtensions.ts';

/** Bits of KeyUsage (RFC 5280 4.2.1.3), first bit highest. */
const keyUsageBits = { digitalSignature: 0x80, keyEncipherment: 0x20, keyCertSign: 0x04, crlSign: 0x02 };
export type KeyUsage = keyof typeof keyUsageBits;

export interface AltNames {
  dns: readonly string[];
  uris: readonly string[];
  ips: readonly string[];
}

export function extension(id: string, critical: boolean, value: Der): Der {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(encode(value)));
}

/** `pathLength`: how many authorities may follow below; absent: any number. */
export function basicConstraints(ca: boolean, pathLength?: number): Der {
  const below = pathLength === undefined ? [] : [integer(pathLength)];
  return extension(oids.basicConstraints, true, ca ? sequence(boolean(true), ...below) : sequence());
}

export function keyUsage(...usages: KeyUsage[]): Der {
  const value = usages.reduce((sum, usage) => sum | keyUsageBits[usage], 0);
  // DER requires a named bit list without trailing zero bits.
  const unusedBits = Math.log2(value & -value);
  return extension(oids.keyUsage, true, bits(Buffer.of(value), unusedBits));
}

export function extendedKeyUsage(...usages: string[]): Der {
  return extension(oids.extKeyUsage, false, sequence(...usages.map(oid)));
}

export function subjectKeyIdentifier(key: KeyObject, known: Buffer | null = null): Der {
  return extension(oids.subjectKeyIdentifier, false, octets(known ?? keyIdentifier(key)));
}

/** Copied from the issuer's own certificate, because another tool may have computed it in another way. */
export function authorityKeyIdentifier(issuer: X509Certificate): Der {
  const identifier = ownKeyIdentifier(issuer) ?? keyIdentifier(issuer.publicKey);
  return extension(oids.authorityKeyIdentifier, false, sequence(taggedBytes(0, identifier)));
}

export function subjectAltName({ dns, uris, ips }: AltNames): Der {
  return extension(
    oids.subjectAltName,
    false,
    sequence(
      ...dns.map((name) => taggedBytes(2, ia5(name))),
      ...uris.map((uri) => taggedBytes(6, ia5(uri))),
      ...ips.map((ip) => taggedBytes(7, Buffer.from(ipaddr.parse(ip).toByteArray()))),
    ),
  );
}

/** Splits the "names" of a configuration into DNS names and addresses. */
export function altNames(names: readonly string[]): AltNames {
  const unique = [...new Set(names)];
  return { dns: unique.filter((name) => !isIP(name)), uris: [], ips: unique.filter((name) => isIP(name)) };
}

/** Method 1 of RFC 5280 4.2.1.2: SHA-1 of the key's bits; it only identifies the key and protects nothing. */
export function keyIdentifier(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const spki = decode(publicKey.export({ type: 'spki', format: 'der' }));
  return createHash('sha1')
    .update(bitContent(members(spki)[1]))
    .digest();
}

function ia5(name: string): Buffer {
  if (!/^[\x21-\x7e]{1,253}$/.test(name)) throw new PkiError('NAME_INVALID', 'a name is not plain ASCII');
  return Buffer.from(name, 'ascii');
}
