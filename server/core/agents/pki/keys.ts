import { createPrivateKey, generateKeyPair } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { toPem } from '#server/shared/pki/der.ts';
import { PkiError } from './pkiError.ts';

export interface KeyPairPem {
  /** PKCS#8. */
  privateKeyPem: string;
  /** SubjectPublicKeyInfo. */
  publicKeyPem: string;
}

const generate = promisify(generateKeyPair);

/** A new P-256 key pair, made off the event loop. */
export async function createKeyPair(): Promise<KeyPairPem> {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'prime256v1' });
  return {
    privateKeyPem: toPem('PRIVATE KEY', privateKey.export({ type: 'pkcs8', format: 'der' })),
    publicKeyPem: publicKeyToPem(publicKey),
  };
}

export function publicKeyToPem(key: KeyObject): string {
  return toPem('PUBLIC KEY', key.export({ type: 'spki', format: 'der' }));
}

export function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new PkiError('KEY_INVALID', 'the private key cannot be read', { cause });
  }
}

/** Refuses everything but P-256 and RSA of 2048 to 8192 bits (more would only cost time to verify). */
export function assertAcceptedKey(key: KeyObject): void {
  const details = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec' && details.namedCurve === 'prime256v1') return;
  const bitLength = details.modulusLength ?? 0;
  const exponent = details.publicExponent ?? 0n;
  if (key.asymmetricKeyType === 'rsa' && bitLength >= 2048 && bitLength <= 8192 && exponent >= 65537n) return;
  throw new PkiError('KEY_UNSUPPORTED', 'the key must be P-256, or RSA of at least 2048 bits');
}
