/** Whether a release's key has signed a package: minisign's format, prehashed (https://jedisct1.github.io/minisign/). */
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Lies in the package of a release, so whoever installed that has pinned the key. */
export const RELEASE_KEY_FILE = '/usr/share/fleetmend-agent/release.pub';

/** An Ed25519 key as SubjectPublicKeyInfo, up to the 32 bytes of the key. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 2 + 8 + 32;
const SIGNATURE_BYTES = 2 + 8 + 64;
const COMMENT = 'trusted comment: ';

export interface ReleaseKey {
  /** Hex, as minisign shows it; signatures name their key by it. */
  id: string;
  key: KeyObject;
}

/** The key in the text of a `minisign.pub`. Throws when it holds none. */
export function readReleaseKey(text: string): ReleaseKey {
  const bytes = Buffer.from(lineOf(text, 1), 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('it is no public key of minisign');
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, bytes.subarray(10)]),
    format: 'der',
    type: 'spki',
  });
  return { id: idOf(bytes), key };
}

/** Why this signature does not prove that the key has signed the file; null when it does. */
export async function signatureProblem(
  file: string,
  signature: string,
  { id, key }: ReleaseKey,
): Promise<string | null> {
  const bytes = Buffer.from(lineOf(signature, 1), 'base64');
  const comment = lineOf(signature, 2);
  const whole = Buffer.from(lineOf(signature, 3), 'base64');
  if (bytes.length !== SIGNATURE_BYTES || !comment.startsWith(COMMENT) || whole.length !== 64)
    return 'the signature is not in the form of minisign';
  if (bytes.toString('latin1', 0, 2) !== 'ED') return 'the signature is not over a hash of the file';
  if (idOf(bytes) !== id) return `another key has signed it (${idOf(bytes)} instead of ${id})`;
  const signed = bytes.subarray(10);
  if (!verify(null, await hashOf(file), key, signed)) return 'the signature is not that of the file';
  const told = Buffer.concat([signed, Buffer.from(comment.slice(COMMENT.length))]);
  return verify(null, told, key, whole) ? null : 'the signature has another comment than was signed';
}

const lineOf = (text: string, index: number): string => text.split('\n')[index]?.replace(/\r$/, '') ?? '';

/** minisign writes the number the other way round. */
const idOf = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(2, 10)).reverse().toString('hex').toUpperCase();

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('blake2b512');
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest();
}
