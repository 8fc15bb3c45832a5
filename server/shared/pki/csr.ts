import { createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  bits,
  decode,
  encode,
  integer,
  nullValue,
  oid,
  oids,
  sequence,
  set,
  tagged,
  toPem,
  utf8,
} from './der.ts';
import type { Der } from './der.ts';

/** `AlgorithmIdentifier` of SHA-256 signatures by this key (P-256 or RSA). */
export function signatureAlgorithm(key: KeyObject): Der {
  return key.asymmetricKeyType === 'rsa'
    ? sequence(oid(oids.rsaWithSha256), nullValue())
    : sequence(oid(oids.ecdsaWithSha256));
}

/** A `Name` with one common name. */
export function commonName(text: string): Der {
  return sequence(set(sequence(oid(oids.commonName), utf8(text))));
}

/** `SIGNED{tbs}`: certificate, CRL or CSR, by the key's own algorithm with SHA-256. */
export function signed(tbs: Der, privateKey: KeyObject): Buffer {
  const signature = sign('sha256', encode(tbs), privateKey);
  return encode(sequence(tbs, signatureAlgorithm(privateKey), bits(signature)));
}

/**
 * A PKCS#10 request (RFC 2986) that proves possession of the key. The name is only for people: the CA takes
 * nothing but the public key from it.
 */
export function createCsr(privateKey: KeyObject, name: string): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const info = sequence(integer(0), commonName(name.slice(0, 64)), decode(publicKey), tagged(0));
  return toPem('CERTIFICATE REQUEST', signed(info, privateKey));
}
