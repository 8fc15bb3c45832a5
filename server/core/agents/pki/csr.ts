import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { bitContent, decode, encode, members, oids, pemBlocks, readOid } from '#server/shared/pki/der.ts';
import { publicKeyPin } from './describe.ts';
import { assertAcceptedKey, publicKeyToPem } from './keys.ts';
import { PkiError } from './pkiError.ts';

export interface CsrKey {
  publicKeyPem: string;
  keyType: 'ec' | 'rsa';
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  publicKeyPin: string;
}

const maxCsrBytes = 16 * 1024;

const signatureHashes: Readonly<Record<string, { keyType: string; hash: string }>> = {
  [oids.ecdsaWithSha256]: { keyType: 'ec', hash: 'sha256' },
  [oids.ecdsaWithSha384]: { keyType: 'ec', hash: 'sha384' },
  [oids.ecdsaWithSha512]: { keyType: 'ec', hash: 'sha512' },
  [oids.rsaWithSha256]: { keyType: 'rsa', hash: 'sha256' },
  [oids.rsaWithSha384]: { keyType: 'rsa', hash: 'sha384' },
  [oids.rsaWithSha512]: { keyType: 'rsa', hash: 'sha512' },
};

/**
 * Reads the public key of a PKCS#10 request and nothing else: the subject, names and usages that it asks for
 * are ignored. Throws PkiError `CSR_INVALID` or `KEY_UNSUPPORTED`.
 */
export function parseCsr(pem: string): CsrKey {
  const parts = splitCsr(pem);
  assertAcceptedKey(parts.publicKey);
  assertSelfSigned(parts);
  const publicKeyPem = publicKeyToPem(parts.publicKey);
  const keyType = parts.publicKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec';
  return { publicKeyPem, keyType, publicKeyPin: publicKeyPin(publicKeyPem) };
}

interface CsrParts {
  info: Buffer;
  publicKey: KeyObject;
  algorithm: string;
  signature: Buffer;
}

function splitCsr(pem: string): CsrParts {
  try {
    if (pem.length > maxCsrBytes) throw new Error('the request is too long');
    const blocks = [...pemBlocks('CERTIFICATE REQUEST', pem), ...pemBlocks('NEW CERTIFICATE REQUEST', pem)];
    if (blocks.length !== 1 || !blocks[0]) throw new Error('exactly one PEM block was expected');
    const [info, algorithm, signature] = members(decode(blocks[0]));
    const spki = members(info)[2];
    if (!info || !spki) throw new Error('the request has no key');
    return {
      info: encode(info),
      publicKey: createPublicKey({ key: encode(spki), format: 'der', type: 'spki' }),
      algorithm: readOid(members(algorithm)[0]),
      signature: bitContent(signature),
    };
  } catch (cause) {
    throw new PkiError('CSR_INVALID', 'the certificate request cannot be read', { cause });
  }
}

function assertSelfSigned({ info, publicKey, algorithm, signature }: CsrParts): void {
  const scheme = signatureHashes[algorithm];
  if (!scheme || scheme.keyType !== publicKey.asymmetricKeyType)
    throw new PkiError('CSR_INVALID', 'the certificate request is signed with an unsupported algorithm');
  if (!verify(scheme.hash, info, publicKey, signature))
    throw new PkiError('CSR_INVALID', 'the signature of the certificate request does not match its key');
}
