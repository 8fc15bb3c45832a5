import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';

/** What is known of a certificate that can be shown. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  /** DNS names and addresses. */
  names: string[];
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the DER form, 64 hex digits. */
  fingerprint: string;
}

export interface CertificatePair {
  /** PEM, the leaf first. */
  cert: string;
  /** PEM. */
  key: string;
  facts: CertificateFacts;
}

/** Thrown for a certificate and key that cannot be shown; the message is a sentence for who configured them. */
export class UnusablePair extends Error {}

export interface PairFiles {
  cert: string;
  key: string;
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MAX_NAMES = 100;

/**
 * Judges a certificate with its chain and the key, both PEM. `host` is what people dial: a certificate for another name
 * would lock them out of the page. Throws UnusablePair.
 */
export function judgePair(
  { cert, key }: PairFiles,
  { now, host }: { now: Date; host: string | null },
): CertificatePair {
  const [leaf] = (cert.match(PEM) ?? []).map(certificateOf);
  if (!leaf) throw new UnusablePair('The certificate file holds no certificate in PEM form.');
  if (!leaf.checkPrivateKey(privateKeyOf(key)))
    throw new UnusablePair(
      'The key is not that of the first certificate in the file; the server’s own comes first, then its chain.',
    );
  const facts = factsOf(leaf);
  if (facts.notAfter <= now)
    throw new UnusablePair(`The certificate expired at ${facts.notAfter.toISOString()}.`);
  if (facts.notBefore > now)
    throw new UnusablePair(`The certificate is not valid before ${facts.notBefore.toISOString()}.`);
  if (host !== null && !isFor(leaf, host))
    throw new UnusablePair(
      `The certificate is not for ${host}, by which people reach this manager (public_url).`,
    );
  refuseWeak({ cert, key });
  return { cert, key, facts };
}

function certificateOf(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new UnusablePair('A certificate in the file cannot be read.');
  }
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const isLocked =
      /passphrase|encrypted|interrupted or cancelled/i.test(String(error)) || pem.includes('ENCRYPTED');
    throw new UnusablePair(
      isLocked
        ? 'The key is protected by a passphrase; the manager needs it without one.'
        : 'The key file holds no private key in PEM form.',
    );
  }
}

const isFor = (leaf: X509Certificate, host: string): boolean =>
  (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)) !== undefined;

/** Refuses what OpenSSL refuses, such as keys that are too short. */
function refuseWeak({ cert, key }: PairFiles): void {
  try {
    createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
  } catch (error) {
    const { reason, message } = error as Error & { reason?: string };
    throw new UnusablePair(`OpenSSL refuses the certificate: ${(reason ?? message).slice(0, 200)}.`);
  }
}

function factsOf(leaf: X509Certificate): CertificateFacts {
  const names = [...(leaf.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,\s"]{1,255})/g)];
  return {
    subject: oneLine(leaf.subject),
    issuer: oneLine(leaf.issuer),
    names: names.slice(0, MAX_NAMES).map(([, name]) => name ?? ''),
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
    fingerprint: fingerprintOf(leaf),
  };
}

/** The fingerprint of the leaf, in the form of the contract. */
export const fingerprintOf = (leaf: Pick<X509Certificate, 'fingerprint256'>): string =>
  leaf.fingerprint256.replaceAll(':', '').toLowerCase();

const oneLine = (name: string): string => name.split('\n').join(', ').slice(0, 1_000);
