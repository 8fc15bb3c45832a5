import { createPublicKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { commonName, signatureAlgorithm, signed } from '#server/shared/pki/csr.ts';
import {
  decode,
  encode,
  integer,
  members,
  oids,
  sequence,
  tagged,
  time,
  toPem,
} from '#server/shared/pki/der.ts';
import type { Der } from '#server/shared/pki/der.ts';
import { hostServerName, hostUri, managerServerName, managerUri } from '#server/shared/pki/names.ts';
import { assertAcceptedKey, readPrivateKey } from './keys.ts';
import { describeCertificate, readCertificate } from './describe.ts';
import type { CertificateDescription } from './describe.ts';
import * as ext from './extensions.ts';
import { PkiError } from './pkiError.ts';
import { ownKeyIdentifier } from './readExtensions.ts';

const dayMs = 86_400_000;
export const leafLifeDays = 90;
export const rootLifeYears = 10;
/** How much earlier certificates begin, so that they are valid for clocks which are five minutes off. */
export const backdateMs = 10 * 60_000;

/** A certificate authority that can sign. */
export interface Authority {
  certificatePem: string;
  /** PKCS#8; never logged, never stored unencrypted. */
  privateKeyPem: string;
}

export interface IssuedCertificate extends CertificateDescription {
  certificatePem: string;
}

export interface RootOptions {
  privateKeyPem: string;
  now: Date;
  /** The key's identifier is added, which makes the name differ from a successor's. */
  organization?: string;
}

/** A self-signed root of ten years. It has no path length, so that a successor can be cross-signed. */
export function createRootCertificate({
  privateKeyPem,
  now,
  organization = 'Fleetmend',
}: RootOptions): string {
  const key = readPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(key);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + rootLifeYears);
  // Two roots with one name would make chain building ambiguous during a rotation.
  const name = commonName(`${organization} CA ${ext.keyIdentifier(key).toString('hex').slice(0, 8)}`);
  return certify({
    issuer: name,
    subject: name,
    publicKey,
    notBefore: new Date(now.getTime() - backdateMs),
    notAfter,
    signingKey: key,
    extensions: [
      ext.basicConstraints(true),
      ext.keyUsage('keyCertSign', 'crlSign'),
      ext.subjectKeyIdentifier(publicKey),
    ],
  });
}

/**
 * Signs the successor's name and key with the former root, so that clients which know only the former root trust what
 * the new root signs. It ends with the earlier of both.
 */
export function crossSign({
  by,
  successorPem,
  below = 0,
  now,
}: {
  by: Authority;
  successorPem: string;
  /** How many authorities stand between the successor and its leaves. */
  below?: number;
  now: Date;
}): string {
  const signingKey = readPrivateKey(by.privateKeyPem);
  const [former, successor] = [readCertificate(by.certificatePem), readCertificate(successorPem)];
  return certify({
    issuer: subjectOf(former.raw),
    subject: subjectOf(successor.raw),
    publicKey: successor.publicKey,
    notBefore: new Date(now.getTime() - backdateMs),
    notAfter: new Date(Math.min(former.validToDate.getTime(), successor.validToDate.getTime())),
    signingKey,
    extensions: [
      ext.basicConstraints(true, below),
      ext.keyUsage('keyCertSign', 'crlSign'),
      ext.subjectKeyIdentifier(successor.publicKey, ownKeyIdentifier(successor)),
      ext.authorityKeyIdentifier(former),
    ],
  });
}

/** The purpose of a leaf; it alone decides names and usages. */
export type LeafProfile =
  | {
      kind: 'host';
      hostId: string;
      /** For people only, into the common name. */ hostname?: string | undefined;
    }
  | { kind: 'manager' }
  | { kind: 'web'; /** DNS names and addresses from the configuration. */ names: readonly string[] };

export interface LeafOptions {
  ca: Authority;
  /** SubjectPublicKeyInfo PEM of the new holder (from parseCsr or createKeyPair). */
  publicKeyPem: string;
  profile: LeafProfile;
  now: Date;
  lifeDays?: number;
}

/** Issues a leaf of 90 days. It never outlives its CA. Throws PkiError for keys and names it does not accept. */
export function issueLeaf({
  ca,
  publicKeyPem,
  profile,
  now,
  lifeDays = leafLifeDays,
}: LeafOptions): IssuedCertificate {
  const publicKey = createPublicKey(publicKeyPem);
  assertAcceptedKey(publicKey);
  const signingKey = readPrivateKey(ca.privateKeyPem);
  const caCertificate = readCertificate(ca.certificatePem);
  const notAfter = new Date(Math.min(now.getTime() + lifeDays * dayMs, caCertificate.validToDate.getTime()));
  const certificatePem = certify({
    issuer: subjectOf(caCertificate.raw),
    subject: commonName(leafName(profile)),
    publicKey,
    notBefore: new Date(now.getTime() - backdateMs),
    notAfter,
    signingKey,
    extensions: [
      ext.basicConstraints(false),
      ext.keyUsage(
        'digitalSignature',
        ...(publicKey.asymmetricKeyType === 'rsa' ? ['keyEncipherment' as const] : []),
      ),
      ext.extendedKeyUsage(...leafUsages(profile)),
      ext.subjectAltName(leafAltNames(profile)),
      ext.subjectKeyIdentifier(publicKey),
      ext.authorityKeyIdentifier(caCertificate),
    ],
  });
  return { certificatePem, ...describeCertificate(certificatePem) };
}

interface Certified {
  issuer: Der;
  subject: Der;
  publicKey: KeyObject;
  notBefore: Date;
  notAfter: Date;
  signingKey: KeyObject;
  extensions: Der[];
}

function certify(fields: Certified): string {
  const tbs = sequence(
    tagged(0, integer(2)),
    integer(randomSerial()),
    signatureAlgorithm(fields.signingKey),
    fields.issuer,
    sequence(time(fields.notBefore), time(fields.notAfter)),
    fields.subject,
    decode(fields.publicKey.export({ type: 'spki', format: 'der' })),
    tagged(3, sequence(...fields.extensions)),
  );
  return toPem('CERTIFICATE', signed(tbs, fields.signingKey));
}

function leafName(profile: LeafProfile): string {
  if (profile.kind === 'manager') return 'Fleetmend manager';
  if (profile.kind === 'web') return managerServerName;
  const { hostId, hostname } = profile;
  if (hostname === undefined || hostname === '') return hostId;
  if (/[\p{Cc}\p{Cf}]/u.test(hostname))
    throw new PkiError('NAME_INVALID', 'the host name holds control characters');
  // RFC 5280 allows 64 characters in a common name; a cut host name would be of no use.
  return hostname.length <= 64 ? hostname : hostId;
}

function leafUsages({ kind }: LeafProfile): string[] {
  if (kind === 'manager') return [oids.clientAuth];
  return kind === 'web' ? [oids.serverAuth] : [oids.serverAuth, oids.clientAuth];
}

function leafAltNames(profile: LeafProfile): ext.AltNames {
  if (profile.kind === 'manager') return { dns: [], uris: [managerUri], ips: [] };
  if (profile.kind === 'web') return ext.altNames([managerServerName, ...profile.names]);
  return { dns: [hostServerName(profile.hostId)], uris: [hostUri(profile.hostId)], ips: [] };
}

/** The subject, byte for byte as the certificate has it: for the issuer field of what it signs. */
export function subjectOf(certificateDer: Uint8Array): Der {
  const tbs = members(members(decode(certificateDer))[0]);
  const subject = tbs[5];
  if (!subject) throw new PkiError('CERTIFICATE_INVALID', 'the CA certificate has no subject');
  return decode(encode(subject));
}

/** 128 bits, random except for the top two, so that it is positive, never zero, and always of the same length. */
function randomSerial(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}
