import { createHash, randomBytes } from 'node:crypto';
import { actors, type Context } from '#sdk';
import type { Account } from '#sdk/identity.ts';

/** Identifies a token in a leak and among credentials. */
const TOKEN_PREFIX = 'fmt_';
const TOKEN_BYTES = 32;
const TOKEN = /^fmt_[\w-]{43}$/;

export const TOKENS_PER_ACCOUNT = 100;
/** How long tokens that have expired are still listed. */
export const EXPIRED_KEPT_MS = 30 * 86_400_000;
/** The use of a token is written down this often. */
export const USE_WRITTEN_EVERY_MS = 60_000;
/** A person without a password may have lost access at the provider; for this long nobody would notice. */
export const UNSEEN_MS = 30 * 86_400_000;

/** Of 256 bits. Nobody types a token, and its prefix makes it easy to find. */
export const newToken = (bytes: Buffer = randomBytes(TOKEN_BYTES)): string =>
  `${TOKEN_PREFIX}${bytes.toString('base64url')}`;

export const isToken = (text: string): boolean => TOKEN.test(text);

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What a token may do: what its role and its owner hold, and one of its scopes, where it has any; pure. */
export function permissionsOfToken(
  table: Context['permissions'],
  {
    scopes,
    sets: [first = [], ...others],
  }: { scopes: readonly actors.TokenScope[] | null; sets: readonly (readonly string[])[] },
): string[] {
  const held = actors.intersection(first, ...others);
  return scopes === null
    ? held
    : held.filter((permission) => scopes.some((scope) => table[permission]?.includes(scope)));
}

/** Whether tools may act for the account now, as far as the account itself says; pure. */
export function mayHaveTools(
  { disabled, mustChangePassword, hasPassword, lastLoginAt }: Account,
  now: Date,
): boolean {
  if (disabled || mustChangePassword) return false;
  return hasPassword || (lastLoginAt !== null && now.getTime() - lastLoginAt.getTime() <= UNSEEN_MS);
}

/** Whether a use at `now` must be written down. */
export const isUseNews = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_WRITTEN_EVERY_MS;
