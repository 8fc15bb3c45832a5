import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewPrivateFile } from '../privateFile.ts';

/** Secrets at rest: sealed with a key that is not in the database. */
export interface Secrets {
  /** AES-256-GCM. `purpose` is bound to the text: a value sealed for one purpose opens for no other. */
  seal(plain: string, purpose: string): string;
  /** Throws when the text was changed, or sealed under another key or purpose. */
  open(sealed: string, purpose: string): string;
  /** A 32-byte key derived for one purpose (HKDF-SHA-256, RFC 5869); the same for every manager with this key. */
  derive(purpose: string): Buffer;
  /** The file of the key if it is gone, or holds another key by now. Null: it does not, or the key came otherwise. */
  lostFile(): string | null;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `file`: where the key is kept, if in a file. */
export function createSecrets(master: Buffer, file: string | null = null): Secrets {
  if (master.length !== KEY_BYTES) throw new Error('the secret key must be 32 bytes');
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES));
  return {
    derive,
    lostFile: () => (file === null || keyIn(file)?.equals(master) ? null : file),
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derive(`seal:${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`;
    },
    open(sealed, purpose) {
      if (!sealed.startsWith('v1.')) throw new Error('not a sealed secret');
      const bytes = Buffer.from(sealed.slice(3), 'base64');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        derive(`seal:${purpose}`),
        bytes.subarray(0, NONCE_BYTES),
      );
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error('the secret key is not the one that this database was made with', { cause });
      }
    },
  };
}

/**
 * The master key: from the configuration (base64 or hex of 32 bytes), else `<dataDir>/secret.key` (0600),
 * made on the first start.
 */
export function loadMasterKey(dataDir: string, configured: string | null): Buffer {
  if (configured !== null) return parseKey(configured);
  const file = keyFileOf(dataDir);
  // An empty file is not replaced: the database may hold what was sealed with the key that it held.
  if (!existsSync(file)) writeNewPrivateFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  chmodSync(file, 0o600);
  const text = readFileSync(file, 'utf8').trim();
  if (!isMasterKey(text))
    throw new Error(
      `${file} does not hold a secret key (32 bytes, as base64 or hex): put back the one of your backup`,
    );
  return keyBytes(text);
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

/** Null where the file cannot be read. */
function keyIn(file: string): Buffer | null {
  try {
    return keyBytes(readFileSync(file, 'utf8').trim());
  } catch {
    return null;
  }
}

/** Whether the text is a master key: 32 bytes, as base64 or hex. */
export function isMasterKey(text: string): boolean {
  return keyBytes(text).length === KEY_BYTES;
}

function keyBytes(text: string): Buffer {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
}

function parseKey(text: string): Buffer {
  const key = keyBytes(text);
  if (key.length !== KEY_BYTES) throw new Error('the secret key must be 32 bytes, as base64 or hex');
  return key;
}
