import { createHash } from 'node:crypto';
import { AppError, newId, type Context, type Tx } from '#sdk';
import type { RelyingParty } from '../domain/relyingParty.ts';
import { userHandleOf } from '../domain/webauthn.ts';
import { PasskeyModel } from '../models.ts';
import { judgeRegistration, type NewPasskey } from './ceremony.ts';
import { answering, CHALLENGE_LIFE_MS, findChallenge, issueChallenge, useChallenge } from './challenges.ts';
import { closeToOthers, lockForSetup } from './factors.ts';
import { webauthn } from './library.ts';
import type { Person } from './person.ts';
import { refused, type Started } from './refusals.ts';

const MAX_PASSKEYS = 20;

export const credentialHash = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest('hex');

const ownOf = async (ctx: Context, userId: string): Promise<PasskeyModel[]> =>
  PasskeyModel.query(ctx.db.reader).where('user_id', userId).orderBy(['created_at', 'id']);

const addresseeOf = ({ account, sessionId }: Person) =>
  ({ purpose: 'register', userId: account.id, boundTo: sessionId }) as const;

/** Throws WEBAUTHN_LIMIT_REACHED. */
export async function startRegistration(
  ctx: Context,
  person: Person,
  { relyingParty, keyName }: { relyingParty: RelyingParty; keyName: string | null },
): Promise<Started> {
  const { account } = person;
  const passkeys = await ownOf(ctx, account.id);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('WEBAUTHN_LIMIT_REACHED');
  const { key, challenge } = await issueChallenge(ctx, addresseeOf(person), relyingParty, keyName);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Fleetmend',
    rpID: relyingParty.rpId,
    userID: userHandleOf(account.id),
    userName: account.username,
    userDisplayName: account.displayName ?? account.username,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(descriptorOf),
    // Discoverable if the authenticator has room, so that the passkey can also replace the password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: [-8, -7, -257],
  });
  return { key, options };
}

/** How a browser finds the passkey again. */
export const descriptorOf = ({ credentialId, transports }: PasskeyModel) => ({
  id: credentialId,
  transports: transports as never[],
});

export interface Registration {
  challengeKey: string;
  credential: string;
  keyName: string | null;
}

/** Throws WEBAUTHN_CHALLENGE_INVALID, WEBAUTHN_RESPONSE_INVALID, WEBAUTHN_LIMIT_REACHED. */
export async function completeRegistration(
  ctx: Context,
  person: Person,
  given: Registration,
): Promise<PasskeyModel> {
  const { account, by } = person;
  const challenge = await findChallenge(ctx, given.challengeKey, addresseeOf(person));
  const keyName = given.keyName ?? challenge.keyName;
  return answering(ctx, challenge, async () => {
    const passkey = await judgeRegistration(given.credential, challenge).catch(refused(ctx));
    const standing = await ctx.core.identity.sessions.list(account.id);
    return ctx.tx(
      async (tx) => {
        const { passkeys } = await lockForSetup(tx, by.actor, account.id);
        if (passkeys >= MAX_PASSKEYS) throw new AppError('WEBAUTHN_LIMIT_REACHED');
        await useChallenge(tx, challenge);
        const { rpId } = challenge;
        const row = await insert(ctx, tx, passkey, { userId: account.id, keyName, rpId });
        ctx.audit.record(tx, {
          ...by,
          action: 'mfa.passkey_added',
          resource: { kind: 'user', id: account.id, name: account.username },
          after: { id: row.id, key_name: row.keyName },
        });
        await closeToOthers(ctx, tx, { person, standing });
        return row;
      },
      { name: 'register passkey' },
    );
  });
}

async function insert(
  ctx: Context,
  tx: Tx,
  { credentialId, publicKey, counter, transports }: NewPasskey,
  { userId, keyName, rpId }: { userId: string; keyName: string | null; rpId: string },
): Promise<PasskeyModel> {
  const hash = credentialHash(credentialId);
  if (await PasskeyModel.query(tx.knex).findOne('credential_hash', hash))
    throw new AppError('WEBAUTHN_RESPONSE_INVALID', { details: { reason: 'registered' } });
  const count = await PasskeyModel.query(tx.knex).where('user_id', userId).resultSize();
  const id = newId();
  await PasskeyModel.query(tx.knex).insert({
    id,
    userId,
    credentialHash: hash,
    credentialId,
    publicKey,
    counter,
    transports,
    rpId,
    keyName: keyName ?? `Passkey ${count + 1}`,
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  });
  return PasskeyModel.query(tx.knex).findById(id).throwIfNotFound();
}
