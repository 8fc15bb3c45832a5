/**
 * DER for certificates, certification requests and revocation lists: builders that read like the ASN.1 of
 * RFC 5280 and RFC 2986, and a strict reader. Encoding is node-forge's; signatures are never made here.
 */
import type { asn1 as Forge } from 'node-forge';
import asn1 from 'node-forge/lib/asn1.js';

export type Der = Forge.Asn1;

const universal = 0x00;
const contextSpecific = 0x80;

export const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  crlReason: '2.5.29.21',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  rsaWithSha384: '1.2.840.113549.1.1.12',
  rsaWithSha512: '1.2.840.113549.1.1.13',
} as const;

const primitive = (type: number, value: string): Der => asn1.create(universal, type, false, value);

export const sequence = (...items: Der[]): Der => asn1.create(universal, 16, true, items);
export const set = (...items: Der[]): Der => asn1.create(universal, 17, true, items);
export const oid = (dotted: string): Der => primitive(6, asn1.oidToDer(dotted).getBytes());
export const boolean = (value: boolean): Der => primitive(1, value ? '\xff' : '\x00');
export const nullValue = (): Der => primitive(5, '');
export const utf8 = (text: string): Der => primitive(12, Buffer.from(text, 'utf8').toString('latin1'));
export const octets = (bytes: Uint8Array): Der => primitive(4, binary(bytes));
export const enumerated = (value: number): Der => primitive(10, String.fromCharCode(value));

/** A BIT STRING; `unusedBits` counts from the end of the last byte. */
export const bits = (bytes: Uint8Array, unusedBits = 0): Der =>
  primitive(3, String.fromCharCode(unusedBits) + binary(bytes));

/** A constructed `[tag]`, EXPLICIT or an IMPLICIT sequence. */
export const tagged = (tag: number, ...items: Der[]): Der => asn1.create(contextSpecific, tag, true, items);

/** A primitive `[tag] IMPLICIT`, as in GeneralName. */
export const taggedBytes = (tag: number, bytes: Uint8Array): Der =>
  asn1.create(contextSpecific, tag, false, binary(bytes));

/** An INTEGER from a non-negative number or from big-endian magnitude bytes. */
export function integer(value: number | bigint | Uint8Array): Der {
  const hex = typeof value === 'object' ? Buffer.from(value).toString('hex') : value.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const magnitude = bytes.subarray(start);
  const padded = (magnitude[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), magnitude]) : magnitude;
  return primitive(2, binary(padded));
}

/** Time as RFC 5280 4.1.2.5 wants it: UTCTime through 2049, GeneralizedTime from 2050. Milliseconds are cut. */
export function time(at: Date): Der {
  return at.getUTCFullYear() < 2050
    ? primitive(23, asn1.dateToUtcTime(at))
    : primitive(24, asn1.dateToGeneralizedTime(at));
}

export function encode(node: Der): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
}

/** Parses exactly one DER value. Throws on anything left over, on lengths that lie, and on more than 32 levels. */
export function decode(bytes: Uint8Array): Der {
  return asn1.fromDer(binary(bytes), {
    strict: true,
    parseAllBytes: true,
    decodeBitStrings: false,
    maxDepth: 32,
  });
}

/** The members of a constructed value. Throws when it is not one. */
export function members(node: Der | undefined): Der[] {
  if (!node || !Array.isArray(node.value)) throw new Error('a constructed ASN.1 value was expected');
  return node.value;
}

/** The content bytes of a primitive value. Throws when it is constructed. */
export function content(node: Der | undefined): Buffer {
  if (!node || typeof node.value !== 'string') throw new Error('a primitive ASN.1 value was expected');
  return Buffer.from(node.value, 'latin1');
}

/** The bytes of a BIT STRING without unused bits. */
export function bitContent(node: Der | undefined): Buffer {
  const bytes = content(node);
  if (!node || node.type !== 3 || bytes[0] !== 0) throw new Error('a BIT STRING of whole bytes was expected');
  return bytes.subarray(1);
}

export function readOid(node: Der | undefined): string {
  if (!node || node.type !== 6) throw new Error('an OBJECT IDENTIFIER was expected');
  return asn1.derToOid(content(node).toString('latin1'));
}

export function readTime(node: Der | undefined): Date {
  const text = content(node).toString('latin1');
  if (node?.type === 23) return asn1.utcTimeToDate(text);
  if (node?.type === 24) return asn1.generalizedTimeToDate(text);
  throw new Error('a time was expected');
}

/** Lower-case hex of an INTEGER's magnitude, without leading zeros: the form of every serial number here. */
export function readSerial(node: Der | undefined): string {
  if (!node || node.type !== 2) throw new Error('an INTEGER was expected');
  return normalSerial(content(node).toString('hex'));
}

/** Any hex spelling of a serial number (node prints upper case) in the one form that is compared. */
export function normalSerial(hex: string): string {
  return hex.toLowerCase().replace(/^0+(?=.)/, '');
}

export function toPem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** All PEM blocks of one label, in order. Text between them is ignored, as RFC 7468 allows. */
export function pemBlocks(label: string, text: string): Buffer[] {
  const blocks: Buffer[] = [];
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
    const stop = text.indexOf(end, at);
    if (stop < 0) throw new Error(`a PEM block of ${label} has no end`);
    blocks.push(Buffer.from(text.slice(at + begin.length, stop), 'base64'));
  }
  return blocks;
}

function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
