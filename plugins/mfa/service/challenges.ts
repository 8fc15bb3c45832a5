import { createHash, randomBytes } from 'node:crypto';
import { AppError, waitError, type Context, type Tx } from '#sdk';
import type { RelyingParty } from '../domain/relyingParty.ts';
import type { Purpose } from '../domain/webauthn.ts';
import { ChallengeModel } from '../models.ts';

export const CHALLENGE_LIFE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
const KEY_BYTES = 16;
/** The limit for one account: each challenge is a row that exists for five minutes. */
const ISSUE_LIMIT = { max: 60, windowSecs: 60 };

/** Whom a challenge is for; the answer must come for the same addressee. */
export interface Addressee {
  purpose: Purpose;
  userId: string | null;
  /** A session, or what `boundToToken` makes of an `mfa_token`. */
  boundTo: string | null;
}

export interface IssuedChallenge {
  key: string;
  challenge: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Binds a challenge to a token without storing the token. */
export const boundToToken = sha256;

/** Throws RATE_LIMITED; a `sign-in` has no account yet, and is limited by its network. */
export async function issueChallenge(
  ctx: Context,
  addressee: Addressee,
  { rpId, origin }: RelyingParty,
  keyName: string | null = null,
): Promise<IssuedChallenge> {
  const { userId } = addressee;
  const wait = userId === null ? null : await ctx.limits.hit(`mfa:challenges:${userId}`, ISSUE_LIMIT);
  if (wait !== null) throw waitError('RATE_LIMITED', wait);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const expiresAt = new Date(ctx.clock.now().getTime() + CHALLENGE_LIFE_MS);
  const row = { keyHash: sha256(key), ...addressee, challenge, origin, rpId, keyName, expiresAt };
  await ctx.tx(async ({ knex }) => void (await ChallengeModel.query(knex).insert(row)), {
    durable: false,
    name: 'issue challenge',
  });
  return { key, challenge };
}

/** Finds the challenge if it was given to this addressee. Throws WEBAUTHN_CHALLENGE_INVALID. */
export async function findChallenge(
  ctx: Context,
  key: string,
  { purpose, userId, boundTo }: Addressee,
): Promise<ChallengeModel> {
  const row = await ChallengeModel.query(ctx.db.reader).findById(sha256(key));
  const isTheirs =
    row?.purpose === purpose &&
    row.userId === userId &&
    row.boundTo === boundTo &&
    row.expiresAt > ctx.clock.now();
  if (!row || !isTheirs) throw new AppError('WEBAUTHN_CHALLENGE_INVALID');
  return row;
}

/**
 * Uses the challenge up, in the transaction that acts on the answer: of several at once, one goes on. Throws
 * WEBAUTHN_CHALLENGE_INVALID.
 */
export async function useChallenge(tx: Tx, { keyHash }: ChallengeModel): Promise<void> {
  if ((await ChallengeModel.query(tx.knex).deleteById(keyHash)) !== 1)
    throw new AppError('WEBAUTHN_CHALLENGE_INVALID');
}

/**
 * Does `work` with the answer to a challenge; if that fails, the challenge is used up all the same, so that nobody
 * tries twice with it.
 */
export async function answering<T>(
  ctx: Context,
  challenge: ChallengeModel,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await ctx.tx(async ({ knex }) => void (await ChallengeModel.query(knex).deleteById(challenge.keyHash)), {
      name: 'drop challenge',
    });
    throw error;
  }
}
