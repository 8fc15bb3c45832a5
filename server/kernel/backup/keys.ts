import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from '../boot/commands.ts';
import type { Opener, SealedFor } from './sealed.ts';

/** A passphrase that can be guessed opens the keys of all hosts: the file may be tried out anywhere. */
const LEAST_PASSPHRASE = 16;

const WORDS = {
  recipient: { type: 'string', multiple: true },
  passphrase: { type: 'string' },
  identity: { type: 'string' },
} as const;

interface Given {
  file: string;
  passphrase: string | undefined;
  identity: string | undefined;
  recipient: string[];
}

/** The file of a command and its keys. Secrets come in files or by standard input (`-`), never as arguments. */
function read(command: string, args: readonly string[], known: readonly (keyof typeof WORDS)[]): Given {
  const usage = (why: string): never => {
    throw new UsageError(`${command}: ${why}`);
  };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(known.map((name) => [name, WORDS[name]])),
      allowPositionals: true,
    }) as { values: Partial<Given>; positionals: string[] };
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return usage('it takes exactly one file');
    return {
      file,
      passphrase: values.passphrase,
      identity: values.identity,
      recipient: values.recipient ?? [],
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return usage((error as Error).message);
  }
}

/** The file and the keys of a backup to be made. Throws UsageError. */
export function backupArgs(args: readonly string[]): { file: string; to: SealedFor } {
  const { file, passphrase, recipient } = read('backup', args, ['recipient', 'passphrase']);
  if ((passphrase === undefined) === (recipient.length === 0))
    throw new UsageError(
      'backup: give either --recipient AGE1… (a public key from "age-keygen") or --passphrase FILE (- for standard input); the backup contains the keys to all hosts, so it is always encrypted',
    );
  if (passphrase === undefined) return { file, to: { recipients: recipient } };
  const text = secretIn('passphrase', passphrase);
  if (text.length < LEAST_PASSPHRASE)
    throw new UsageError(`backup: the passphrase has fewer than ${LEAST_PASSPHRASE} characters`);
  return { file, to: { passphrase: text } };
}

/** The file and the key of a backup to be opened. Throws UsageError. */
export function openerArgs(command: string, args: readonly string[]): { file: string; by: Opener } {
  const { file, passphrase, identity } = read(command, args, ['identity', 'passphrase']);
  if ((passphrase === undefined) === (identity === undefined))
    throw new UsageError(
      `${command}: give either --identity FILE (the private key from "age-keygen") or --passphrase FILE; - for standard input`,
    );
  if (passphrase !== undefined) return { file, by: { passphrase: secretIn('passphrase', passphrase) } };
  const lines = secretIn('identity', identity ?? '').split('\n');
  const key = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#'));
  return { file, by: { identity: key ?? '' } };
}

/** What stands in a file, or comes by the standard input (`-`), without the space around it. Throws UsageError. */
export function secretIn(what: string, file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`the ${what} cannot be read: ${(error as Error).message}`);
  }
}
