import { createReadStream, statSync } from 'node:fs';
import { Readable, type Duplex } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';
import { BackupUnreadable } from './lines.ts';

/** To whom a backup is encrypted: to one passphrase, or to the public keys of age (`age1…`), at least one. */
export type SealedFor = { passphrase: string } | { recipients: readonly string[] };

/** What opens it: the passphrase, or a private key of age (`AGE-SECRET-KEY-1…`) for one of the public ones. */
export type Opener = { passphrase: string } | { identity: string };

/**
 * The text, compressed (Zstandard) and encrypted in the age format (age-encryption.org/v1), in pieces. `age -d FILE |
 * zstd -d` gives it back. Throws BackupUnreadable for a recipient that is none.
 */
export async function* seal(text: AsyncIterable<string>, to: SealedFor): AsyncIterable<Uint8Array> {
  const encrypter = encrypterTo(to);
  const compressed = through(Readable.from(text), createZstdCompress());
  const plain = Readable.toWeb(compressed) as ReadableStream<Uint8Array>;
  yield* (await encrypter.encrypt(plain as never)) as unknown as ReadableStream<Uint8Array>;
}

/** Throws BackupUnreadable for a recipient that is none. */
export function encrypterTo(to: SealedFor): Encrypter {
  const encrypter = new Encrypter();
  try {
    if ('passphrase' in to) encrypter.setPassphrase(to.passphrase);
    else for (const recipient of to.recipients) encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new BackupUnreadable(
      `the recipient cannot be used: ${(cause as Error).message}; a public key begins with age1, and "age-keygen" makes one`,
      { cause },
    );
  }
  return encrypter;
}

/**
 * The text of a file that `seal` made. `onPiece` is told, once a piece is worked through, which part of the file has been
 * read, from 0 to 1. Throws BackupUnreadable.
 */
export async function* unseal(
  file: string,
  by: Opener,
  onPiece?: (share: number) => void,
): AsyncIterable<string> {
  const decrypter = new Decrypter();
  try {
    if ('passphrase' in by) decrypter.addPassphrase(by.passphrase);
    else decrypter.addIdentity(by.identity);
  } catch (cause) {
    throw new BackupUnreadable('this is not an age key: a private key begins with AGE-SECRET-KEY-1', {
      cause,
    });
  }
  const source = createReadStream(file);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array> as never);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const text = through(Readable.fromWeb(plain as never), createZstdDecompress());
    const { size } = statSync(file);
    for await (const piece of text) {
      yield decoder.decode(piece as Uint8Array, { stream: true });
      onPiece?.(source.bytesRead / size);
    }
    yield decoder.decode();
  } catch (cause) {
    throw new BackupUnreadable(`${file} cannot be read: ${whyUnreadable(cause as Error)}`, { cause });
  } finally {
    source.destroy();
  }
}

/** Errors of the source reach whoever reads the result, which `pipe` alone does not do. */
function through(source: Readable, transform: Duplex): Duplex {
  source.on('error', (error) => transform.destroy(error));
  return source.pipe(transform);
}

function whyUnreadable({ message }: Error & { code?: string }): string {
  if (/no identity matched|passphrase|incorrect/i.test(message)) return 'the passphrase or the key is wrong';
  if (/ENOENT|EACCES|EISDIR/.test(message)) return message;
  return `it is damaged, truncated or not a backup (${message})`;
}

/**
 * Recipients, and beside them a key that is forgotten again: with it the file is read once more when it has been written,
 * though the private keys of the recipients are elsewhere. Keys against quantum computers mix with no others.
 */
export async function withCheckKey(
  recipients: readonly string[],
): Promise<{ to: SealedFor; opener: Opener }> {
  const isHybrid = recipients.some((recipient) => recipient.startsWith('age1pq1'));
  const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
  return { to: { recipients: [...recipients, await identityToRecipient(identity)] }, opener: { identity } };
}
