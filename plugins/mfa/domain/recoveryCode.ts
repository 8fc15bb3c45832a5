import { createHmac } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Nothing that looks like something else on paper: no I, L, O, U (which reads as V), 0 and 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 3;
const GROUP_CHARS = 4;

/** `XXXX-XXXX-XXXX`: 30^12, so 58 bits. `random(n)` gives a whole number below n. */
export function newRecoveryCode(random: (below: number) => number): string {
  const letter = (): string => ALPHABET.charAt(random(ALPHABET.length));
  const group = (): string => Array.from({ length: GROUP_CHARS }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Case, spaces and dashes do not count. */
export const normalRecoveryCode = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');

/**
 * How codes are stored. A password needs a slow hash because people choose it; these codes are random, and 58 bits
 * behind a key that is not in the database cannot be tried out by whoever has stolen the database. The account is
 * in it, so that a row is of no use under another one.
 */
export function recoveryHasher(key: Buffer): (userId: string, code: string) => string {
  return (userId, code) =>
    createHmac('sha256', key)
      .update(`${userId}:${normalRecoveryCode(code)}`)
      .digest('hex');
}
