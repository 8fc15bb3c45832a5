import { verify } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import {
  bitContent,
  content,
  decode,
  encode,
  members,
  normalSerial,
  oids,
  pemBlocks,
  readOid,
  readSerial,
  readTime,
} from './der.ts';
import type { Der } from './der.ts';

/** A revocation list whose signature may not have been checked; see `isSignedBy`. */
export interface RevocationList {
  /** Higher in each newer list of a CA. */
  number: bigint;
  thisUpdate: Date;
  nextUpdate: Date;
  /** Lower-case hex serial numbers. */
  serials: ReadonlySet<string>;
  isSignedBy(ca: X509Certificate): boolean;
}

const hashes: Readonly<Record<string, string>> = {
  [oids.ecdsaWithSha256]: 'sha256',
  [oids.ecdsaWithSha384]: 'sha384',
  [oids.rsaWithSha256]: 'sha256',
  [oids.rsaWithSha384]: 'sha384',
};

/** Parses every list of a PEM text (RFC 5280 section 5, version 2). Throws when one cannot be parsed. */
export function parseRevocationLists(pem: string): RevocationList[] {
  return pemBlocks('X509 CRL', pem).map(parseRevocationList);
}

function parseRevocationList(der: Buffer): RevocationList {
  const [tbs, algorithm, signature] = members(decode(der));
  if (!tbs) throw new Error('the revocation list is empty');
  const fields = members(tbs);
  const entries = fields[5]?.tagClass === 0 ? members(fields[5]) : [];
  const hash = hashes[readOid(members(algorithm)[0])];
  const signedBytes = encode(tbs);
  const signatureBytes = bitContent(signature);
  return {
    number: crlNumber(fields.at(-1)),
    thisUpdate: readTime(fields[3]),
    nextUpdate: readTime(fields[4]),
    serials: new Set(entries.map((entry) => readSerial(members(entry)[0]))),
    isSignedBy: (ca) => hash !== undefined && verify(hash, signedBytes, ca.publicKey, signatureBytes),
  };
}

/**
 * The list's number. Throws for a critical extension (a partial or indirect list), which would change the list's
 * meaning.
 */
function crlNumber(extensions: Der | undefined): bigint {
  if (extensions?.tagClass !== 0x80) throw new Error('the revocation list has no number');
  let number: bigint | null = null;
  for (const extension of members(members(extensions)[0])) {
    const [id, second, third] = members(extension);
    if (third) throw new Error('the revocation list has a critical extension that this agent does not know');
    if (readOid(id) === oids.crlNumber) number = BigInt(`0x${readSerial(decode(content(second)))}`);
  }
  if (number === null) throw new Error('the revocation list has no number');
  return number;
}

export function isListed(list: RevocationList, certificate: X509Certificate): boolean {
  return list.serials.has(normalSerial(certificate.serialNumber));
}
