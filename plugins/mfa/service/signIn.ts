import { actors, AppError, type Context } from '#sdk';
import type { Account, Client, OpenedSession } from '#sdk/identity.ts';
import type { RelyingParty } from '../domain/relyingParty.ts';
import type { ChallengeModel } from '../models.ts';
import { judgeAssertion, startAssertion } from './assertions.ts';
import { CeremonyRefused } from './ceremony.ts';
import { answering, boundToToken, findChallenge, useChallenge, type Addressee } from './challenges.ts';
import { factorsOf } from './factors.ts';
import { restrictionAt } from './policy.ts';
import { refused, type Started } from './refusals.ts';

const ALONE: Addressee = { purpose: 'sign-in', userId: null, boundTo: null };

/** After the right password, with the `mfa_token` that it gave; without one, in place of the password. */
export async function startSignIn(
  ctx: Context,
  mfaToken: string | null,
  relyingParty: RelyingParty,
): Promise<Started> {
  return startAssertion(ctx, (await addresseeOf(ctx, mfaToken)).addressee, relyingParty);
}

export interface SignInAnswer {
  mfaToken: string | null;
  challengeKey: string;
  assertion: string;
  client: Client;
}

/**
 * Opens a session. A passkey without a password has verified its user, so it counts as both factors. No failure is
 * counted against the account: nobody can guess a signature. Throws WEBAUTHN_CHALLENGE_INVALID, INVALID_CREDENTIALS,
 * ACCOUNT_DISABLED, PASSWORD_CHANGE_REQUIRED, UNAUTHENTICATED.
 */
export async function completeSignIn(ctx: Context, answer: SignInAnswer): Promise<OpenedSession> {
  const { mfaToken, challengeKey, assertion, client } = answer;
  const { account, addressee } = await addresseeOf(ctx, mfaToken);
  const challenge = await findChallenge(ctx, challengeKey, addressee);
  return answering(ctx, challenge, () =>
    open(ctx, challenge, { assertion, client }).catch(async (error: unknown) => {
      if (error instanceof CeremonyRefused) await recordFailure(ctx, error, { account, client });
      return refused(ctx, 'INVALID_CREDENTIALS')(error);
    }),
  );
}

async function addresseeOf(
  ctx: Context,
  mfaToken: string | null,
): Promise<{ account: Account | null; addressee: Addressee }> {
  if (mfaToken === null) return { account: null, addressee: ALONE };
  const account = await ctx.core.identity.secondFactor.accountOf(mfaToken);
  if (!account) throw new AppError('UNAUTHENTICATED');
  const boundTo = boundToToken(mfaToken);
  return { account, addressee: { purpose: 'second-factor', userId: account.id, boundTo } };
}

async function open(
  ctx: Context,
  challenge: ChallengeModel,
  { assertion, client }: Pick<SignInAnswer, 'assertion' | 'client'>,
): Promise<OpenedSession> {
  const proved = await judgeAssertion(ctx, challenge, assertion);
  await noteSignIn(ctx, proved.userId);
  return ctx.tx(
    async (tx) => {
      await useChallenge(tx, challenge);
      await proved.useIn(tx);
      const opening = { accountId: proved.userId, client, method: 'passkey', restriction: null };
      return ctx.core.identity.sessions.open(tx, opening);
    },
    { name: 'sign in by passkey' },
  );
}

/** The grace period counts from the first sign-in, whichever way that was. */
async function noteSignIn(ctx: Context, userId: string): Promise<void> {
  const account = await ctx.core.identity.accounts.find(userId);
  if (account) await restrictionAt(ctx, account, await factorsOf(ctx.db.reader, userId));
}

async function recordFailure(
  ctx: Context,
  { reason, userId }: CeremonyRefused,
  { account: known, client }: { account: Account | null; client: Client },
): Promise<void> {
  const account = known ?? (userId === null ? null : await ctx.core.identity.accounts.find(userId));
  await ctx.tx(
    async (tx) =>
      ctx.audit.record(tx, {
        actor: actors.anonymous,
        address: client.address,
        action: 'login.failed',
        resource: { kind: 'user', id: account?.id ?? null, name: account?.username ?? null },
        after: { method: 'passkey', reason },
      }),
    { name: 'passkey refused' },
  );
}
