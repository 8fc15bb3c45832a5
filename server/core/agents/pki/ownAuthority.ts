import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { content, decode, members, oids, pemBlocks, readOid, toPem } from '#server/shared/pki/der.ts';
import { certificateFingerprint, publicKeyPin } from './describe.ts';
import { assertAcceptedKey } from './keys.ts';
import {
  isAuthority,
  pathLengthOf,
  readExtensions,
  signatureOf,
  type ReadExtension,
} from './readExtensions.ts';
import { PkiError } from './pkiError.ts';

const DAY_MS = 86_400_000;
/** The least remaining life: with less, people would have to begin the next replacement soon after this one. */
export const LEAST_DAYS = 365;
const MOST_CERTIFICATES = 4;
const MAX_PEM = 65_536;

/** An authority that was made outside of the manager. */
export interface OwnAuthority {
  certificatePem: string;
  privateKeyPem: string;
  /** The root that signed it; null: it is a root itself. */
  issuerPem: string | null;
}

export interface OwnAuthorityRequest {
  /** The authority's certificate and, unless it is a root, that of the root, in any order. */
  certificatesPem: string;
  privateKeyPem: string;
  /** All present and former authorities: signing certificates and the roots above them. */
  known: readonly string[];
  now: Date;
}

const refused = (sentence: string): PkiError => new PkiError('AUTHORITY_REFUSED', sentence);

/** Checks the next signing authority. Throws PkiError `AUTHORITY_REFUSED`, whose sentence says what to do. */
export function judgeOwnAuthority(request: OwnAuthorityRequest): OwnAuthority {
  const certificates = certificatesOf(request.certificatesPem);
  const key = privateKeyOf(request.privateKeyPem);
  const signer = certificates.find((one) => one.checkPrivateKey(key));
  if (!signer)
    throw refused(
      'The key belongs to none of the certificates: bring the certificate that was made for this key.',
    );
  const issuer = issuerAmong(certificates, signer);
  try {
    judgeSigner(signer, request.now);
    if (issuer) judgeIssuer(issuer, signer, request.now);
    judgeLink(signer, issuer ?? signer);
  } catch (error) {
    if (error instanceof PkiError) throw error;
    throw refused(
      'A certificate has extensions that cannot be read: create it again, for example with OpenSSL.',
    );
  }
  for (const one of issuer ? [signer, issuer] : [signer]) refuseKnown(one, one === signer, request.known);
  return {
    certificatePem: toPem('CERTIFICATE', signer.raw),
    privateKeyPem: toPem('PRIVATE KEY', key.export({ type: 'pkcs8', format: 'der' })),
    issuerPem: issuer && toPem('CERTIFICATE', issuer.raw),
  };
}

function certificatesOf(pem: string): X509Certificate[] {
  try {
    if (pem.length > MAX_PEM) throw new Error('too long');
    const found = pemBlocks('CERTIFICATE', pem).map((der) => new X509Certificate(der));
    if (found.length === 0) throw new Error('none');
    if (found.length > MOST_CERTIFICATES) throw new Error('too many');
    return [...new Map(found.map((one) => [one.fingerprint256, one])).values()];
  } catch {
    throw refused(
      `The certificates cannot be read: bring them in PEM form (-----BEGIN CERTIFICATE-----), at most ${MOST_CERTIFICATES}.`,
    );
  }
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const isLocked = pem.includes('ENCRYPTED') || /passphrase|interrupted/i.test(String(error));
    throw refused(
      isLocked
        ? 'The key is protected by a passphrase: take it off with “openssl pkey -in key.pem -out plain.pem” and bring plain.pem.'
        : 'The key cannot be read: bring it in PEM form (-----BEGIN PRIVATE KEY-----).',
    );
  }
}

/** By name and signature only: whether the other may sign is checked later, with its own sentence. */
const isSignedBy = (one: X509Certificate, other: X509Certificate): boolean =>
  (one.issuer === other.subject || one.checkIssued(other)) && one.verify(other.publicKey);

/** The root that signed `signer`; null: it is a root itself. */
function issuerAmong(all: readonly X509Certificate[], signer: X509Certificate): X509Certificate | null {
  const others = all.filter((one) => one !== signer);
  if (isSignedBy(signer, signer)) {
    if (others.length > 0)
      throw refused('The certificate is a root itself: bring it alone, without other certificates.');
    return null;
  }
  const issuer = others.find((one) => isSignedBy(signer, one));
  if (!issuer)
    throw refused(
      'The certificate of the root that signed it is missing, or did not sign it: bring the root’s certificate together with it.',
    );
  if (!isSignedBy(issuer, issuer))
    throw refused(
      'What signed it is no root: an authority of Fleetmend stands directly below a self-signed root.',
    );
  if (others.length > 1)
    throw refused('There are more certificates than the authority’s and its root’s: leave the others out.');
  return issuer;
}

const USAGES = { keyCertSign: 0x04, cRLSign: 0x02 } as const;
const UNDERSTOOD: readonly string[] = [
  oids.basicConstraints,
  oids.keyUsage,
  oids.extKeyUsage,
  oids.subjectKeyIdentifier,
  oids.authorityKeyIdentifier,
  oids.subjectAltName,
];
const NAME_CONSTRAINTS = '2.5.29.30';
const POLICIES = ['2.5.29.32', '2.5.29.33', '2.5.29.36', '2.5.29.54'];
const ANY_USAGE = '2.5.29.37.0';
/** RSA and ECDSA with SHA-256 or better; RSA-PSS, which names its hash separately. */
const SIGNATURES: readonly string[] = [
  oids.ecdsaWithSha256,
  oids.ecdsaWithSha384,
  oids.ecdsaWithSha512,
  oids.rsaWithSha256,
  oids.rsaWithSha384,
  oids.rsaWithSha512,
  '1.2.840.113549.1.1.10',
];

/** SHA-256, -384, -512. */
const HASHES: readonly string[] = ['1', '2', '3'].map((last) => `2.16.840.1.101.3.4.2.${last}`);

function judgeSigner(signer: X509Certificate, now: Date): void {
  const extensions = readExtensions(signer);
  judgeAuthority(signer, { extensions, what: 'The certificate', now });
  const usage = usageOf(extensions.get(oids.keyUsage));
  for (const [name, bit] of Object.entries(USAGES))
    if (usage === null || (usage & bit) === 0)
      throw refused(
        `The certificate does not allow ${name}: have it made with “keyUsage = critical, keyCertSign, cRLSign”.`,
      );
  try {
    assertAcceptedKey(signer.publicKey);
  } catch {
    throw refused('The key is of another kind: make one that is P-256, or RSA of 2048 to 8192 bits.');
  }
  const { id, hash } = signatureOf(signer);
  if (!SIGNATURES.includes(id) || (hash !== null && !HASHES.includes(hash)))
    throw refused('The certificate is signed in a way that is too weak or unknown: sign it with SHA-256.');
  const left = Math.floor((signer.validToDate.getTime() - now.getTime()) / DAY_MS);
  if (left < LEAST_DAYS)
    throw refused(
      `The certificate ends too soon, in ${left} days: have it made for ${LEAST_DAYS} days at least.`,
    );
}

function judgeIssuer(issuer: X509Certificate, signer: X509Certificate, now: Date): void {
  const extensions = readExtensions(issuer);
  judgeAuthority(issuer, { extensions, what: 'The root', now });
  const usage = usageOf(extensions.get(oids.keyUsage));
  if (usage !== null && (usage & USAGES.keyCertSign) === 0)
    throw refused('The root does not allow keyCertSign: it must not sign other certificates.');
  if (issuer.subject === signer.subject)
    throw refused('The certificate has the name of its root: have it made with another subject.');
  if (pathLengthOf(issuer) === 0)
    throw refused('The root allows no authority below it (pathlen:0): use another root.');
  if (signer.validToDate > issuer.validToDate)
    throw refused('The certificate ends later than its root: have it made for fewer days.');
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = issuer.publicKey;
  if (type !== 'ec' && !(type === 'rsa' && (details?.modulusLength ?? 0) >= 2_048))
    throw refused('The key of the root is of another kind: it must be ECDSA, or RSA of at least 2048 bits.');
}

/** Checks the link like OpenSSL here and in agents, which also compares key identifiers. */
function judgeLink(signer: X509Certificate, issuer: X509Certificate): void {
  if (signer.checkIssued(issuer) && issuer.checkIssued(issuer)) return;
  throw refused(
    'The certificate names another key than that of its root (authorityKeyIdentifier): have it made with “authorityKeyIdentifier = keyid”.',
  );
}

interface Judged {
  extensions: ReadonlyMap<string, ReadExtension>;
  what: string;
  now: Date;
}

function judgeAuthority(certificate: X509Certificate, { extensions, what, now }: Judged): void {
  if (!isAuthority(certificate))
    throw refused(`${what} is no authority: have it made with “basicConstraints = critical, CA:TRUE”.`);
  if (certificate.subject === undefined || certificate.subject.trim() === '')
    throw refused(`${what} has no name: have it made with a subject.`);
  if (extensions.has(NAME_CONSTRAINTS))
    throw refused(
      `${what} has name constraints, which would not hold for the names of hosts: have it made without them.`,
    );
  const usages = extensions.get(oids.extKeyUsage);
  const allowed = usages && members(decode(usages.value)).map(readOid);
  if (
    allowed &&
    !allowed.includes(ANY_USAGE) &&
    ![oids.serverAuth, oids.clientAuth].every((usage) => allowed.includes(usage))
  )
    throw refused(`${what} is limited to other uses (extendedKeyUsage): have it made without that limit.`);
  for (const [id, { critical }] of extensions)
    if (critical && !UNDERSTOOD.includes(id) && !POLICIES.includes(id))
      throw refused(
        `${what} has a critical extension that is not understood (${id}): have it made without it.`,
      );
  if (certificate.validFromDate > now)
    throw refused(
      `${what} is not valid before ${certificate.validFromDate.toISOString()}, and it is ${now.toISOString()}: wait, or check the clocks of both machines.`,
    );
  if (certificate.validToDate <= now) throw refused(`${what} has expired: create a new one.`);
}

/** The first byte of the bits; null: no extension, so anything is allowed. */
function usageOf(extension: ReadExtension | undefined): number | null {
  return extension ? (content(decode(extension.value))[1] ?? 0) : null;
}

/** Refuses a known name or key: a duplicate would make chain building ambiguous. */
function refuseKnown(one: X509Certificate, isSigner: boolean, known: readonly string[]): void {
  const pem = toPem('CERTIFICATE', one.raw);
  for (const other of known) {
    const theirs = new X509Certificate(other);
    const isSame = certificateFingerprint(other) === certificateFingerprint(pem);
    // The same offline root may sign the next authority too.
    if (isSame && !isSigner) continue;
    if (isSame) throw refused('This authority is known already: bring another one.');
    if (publicKeyPin(other) === publicKeyPin(pem))
      throw refused('The key is that of an authority that is known already: make another key.');
    if (theirs.subject === one.subject)
      throw refused(
        'The name is that of an authority that is known already: have it made with another subject.',
      );
  }
}
