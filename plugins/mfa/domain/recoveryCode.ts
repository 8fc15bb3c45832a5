import { createHmac } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** No characters that look alike on paper: no I, L, O, U (which reads as V), 0 and 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 3;
const GROUP_CHARS = 4;

/** `XXXX-XXXX-XXXX`: 30^12, so 58 bits. `random(n)` gives a whole number below n. */
export function newRecoveryCode(random: (below: number) => number): string {
  const letter = (): string => ALPHABET.charAt(random(ALPHABET.length));
  const group = (): string => Array.from({ length: GROUP_CHARS }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The code without spaces and dashes, in capitals. */
export const normalRecoveryCode = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');

/**
 * Hashes codes for the database. A password needs a slow hash because people choose it; these codes are random, and 58
 * bits under a key that is not in the database cannot be guessed by somebody who has stolen the database. The account
 * is part of the hash, so that a row is useless under another account.
 */
export function recoveryHasher(key: Buffer): (userId: string, code: string) => string {
  return (userId, code) =>
    createHmac('sha256', key)
      .update(`${userId}:${normalRecoveryCode(code)}`)
      .digest('hex');
}
