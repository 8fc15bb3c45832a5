import type { Actor, Context } from '#sdk';
import type { Account, Client, Proof } from '#sdk/identity.ts';
import type { RelyingParty } from '../domain/relyingParty.ts';
import { judgeAssertion, startAssertion } from './assertions.ts';
import { CeremonyRefused } from './ceremony.ts';
import { answering, findChallenge, useChallenge, type Addressee } from './challenges.ts';
import type { Person } from './person.ts';
import { useRecoveryCode } from './recoveryCodes.ts';
import type { Started } from './refusals.ts';
import { useTotp } from './totp.ts';

const addresseeOf = (userId: string, sessionId: string): Addressee => ({
  purpose: 'reauthenticate',
  userId,
  boundTo: sessionId,
});

export const startReauthentication = (
  ctx: Context,
  { account, sessionId }: Person,
  relyingParty: RelyingParty,
): Promise<Started> => startAssertion(ctx, addresseeOf(account.id, sessionId), relyingParty);

export interface AskedAgain {
  account: Account;
  actor: Actor;
  client: Client;
  proof: Proof;
}

/**
 * Proves the person again by a code or a passkey, which is used up. Throws RATE_LIMITED, WEBAUTHN_CHALLENGE_INVALID.
 */
export async function proveAgain(
  ctx: Context,
  { account, actor, client, proof }: AskedAgain,
): Promise<'proved' | 'wrong' | 'none'> {
  const { totpCode, recoveryCode, challengeKey, assertion } = proof;
  if (totpCode !== null) return useTotp(ctx, account.id, { typed: totpCode, address: client.address });
  if (recoveryCode !== null)
    return (await useRecoveryCode(ctx, account, { typed: recoveryCode, client })) ? 'proved' : 'wrong';
  if (challengeKey === null || assertion === null || actor.sessionId === null) return 'none';
  const challenge = await findChallenge(ctx, challengeKey, addresseeOf(account.id, actor.sessionId));
  return answering(ctx, challenge, async () => {
    const proved = await judgeAssertion(ctx, challenge, assertion);
    await ctx.tx(
      async (tx) => {
        await useChallenge(tx, challenge);
        await proved.useIn(tx);
      },
      { name: 'prove again by passkey' },
    );
    return 'proved' as const;
  }).catch((error: unknown) => {
    if (!(error instanceof CeremonyRefused)) throw error;
    ctx.log.info({ reason: error.reason, account: account.id }, 'a passkey is refused');
    return 'wrong' as const;
  });
}
