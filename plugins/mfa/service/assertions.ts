import { AppError, type Context, type Tx } from '#sdk';
import type { RelyingParty } from '../domain/relyingParty.ts';
import { mayFollow, userHandleOf } from '../domain/webauthn.ts';
import { PasskeyModel, type ChallengeModel } from '../models.ts';
import { CeremonyRefused, readAssertion } from './ceremony.ts';
import { CHALLENGE_LIFE_MS, issueChallenge, type Addressee } from './challenges.ts';
import { webauthn } from './library.ts';
import { credentialHash, descriptorOf } from './registration.ts';
import type { Started } from './refusals.ts';

/**
 * Starts a proof by passkey. For a known account the browser learns which passkeys it has; for a `sign-in` it learns
 * nothing, so that nobody finds out who has passkeys. Throws MFA_NOT_ENABLED.
 */
export async function startAssertion(
  ctx: Context,
  addressee: Addressee,
  relyingParty: RelyingParty,
): Promise<Started> {
  const { userId } = addressee;
  const passkeys = userId === null ? [] : await PasskeyModel.query(ctx.db.reader).where('user_id', userId);
  if (userId !== null && passkeys.length === 0)
    throw new AppError('MFA_NOT_ENABLED', { message: 'There is no passkey.' });
  const { key, challenge } = await issueChallenge(ctx, addressee, relyingParty);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LIFE_MS,
    allowCredentials: userId === null ? undefined : passkeys.map(descriptorOf),
    userVerification: userId === null ? 'required' : 'preferred',
  });
  return { key, options };
}

/** A passkey that has signed a challenge. */
export interface ProvedPasskey {
  userId: string;
  /**
   * Writes the counter, in the transaction that acts on the proof: of two answers that were judged by the same counter
   * (0 means none) one is accepted. Throws CeremonyRefused.
   */
  useIn(tx: Tx): Promise<void>;
}

/** Judges the answer to a challenge; nothing is written. Throws CeremonyRefused. */
export async function judgeAssertion(
  ctx: Context,
  challenge: ChallengeModel,
  text: string,
): Promise<ProvedPasskey> {
  const isAlone = challenge.userId === null;
  const assertion = await readAssertion(text, challenge, isAlone);
  const hash = credentialHash(assertion.credentialId);
  const passkey = await PasskeyModel.query(ctx.db.reader).findOne('credential_hash', hash);
  const isTheirs = passkey && (isAlone || passkey.userId === challenge.userId);
  if (!passkey || !isTheirs) throw new CeremonyRefused('credential');
  const { userId } = passkey;
  return naming(userId, async () => {
    assertHandle(passkey, assertion.userHandle, isAlone);
    const counter = await assertion.verify(passkey);
    if (!mayFollow(counter, passkey.counter)) throw regressed(ctx, passkey, counter);
    return { userId, useIn: (tx) => naming(userId, () => use(ctx, tx, { passkey, counter })) };
  });
}

/** Adds to a refusal whose passkey it was. */
async function naming<T>(userId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CeremonyRefused) error.userId = userId;
    throw error;
  }
}

async function use(
  ctx: Context,
  tx: Tx,
  { passkey, counter }: { passkey: PasskeyModel; counter: number },
): Promise<void> {
  const { id, counter: before } = passkey;
  const lastUsedAt = ctx.clock.now();
  const written = await PasskeyModel.query(tx.knex)
    .where({ id, counter: before })
    .patch({ counter, lastUsedAt });
  if (written === 1) return;
  // Its owner may have removed it meanwhile, which says nothing of a copy.
  if (!(await PasskeyModel.query(tx.knex).findById(id))) throw new CeremonyRefused('credential');
  throw regressed(ctx, passkey, counter);
}

/** WebAuthn, section 7.2, step 6: the handle is required when nothing else says whose passkey it is. */
function assertHandle({ userId }: PasskeyModel, given: string | null, mustBeThere: boolean): void {
  if (given === null && !mustBeThere) return;
  if (given !== userHandleOf(userId).toString('base64url')) throw new CeremonyRefused('user_handle');
}

function regressed({ log }: Context, { id, userId, counter: stored }: PasskeyModel, counter: number) {
  log.warn({ passkey: id, userId, counter, stored }, 'a passkey counts backwards: there may be a copy of it');
  return new CeremonyRefused('counter');
}
