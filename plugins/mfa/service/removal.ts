import { AppError, type Context } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { Client } from '#sdk/identity.ts';
import { hasFactor } from '../domain/policy.ts';
import { RecoveryCodeModel, SetupModel, TotpModel } from '../models.ts';
import { lockFactors, removeFactors } from './factors.ts';
import type { Person } from './person.ts';
import { assertMayBeWithout } from './policy.ts';

/**
 * Removes all factors of the caller, who gives the password. Throws INVALID_CREDENTIALS, MFA_NOT_ENABLED,
 * MFA_FACTOR_REQUIRED, ACCOUNT_LOCKED, RATE_LIMITED.
 */
export async function removeOwnFactors(
  ctx: Context,
  { account, by }: Person,
  { password, client }: { password: string; client: Client },
): Promise<void> {
  const { username } = account;
  const proved = await ctx.core.identity.credentials.check({ username, password }, client);
  const done = await ctx
    .tx(
      async (tx) => {
        const fit = await proved.use(tx);
        if (fit?.id !== account.id) return false;
        await assertMayBeWithout(ctx, tx, fit);
        await removeFactors(ctx, tx, { action: 'mfa.totp_disabled', account, by });
        return true;
      },
      { name: 'remove own factors' },
    )
    .catch(async (error: unknown) => {
      await proved.withdraw(error);
      throw error;
    });
  if (done) return;
  await proved.fail();
  throw new AppError('INVALID_CREDENTIALS');
}

/**
 * Removes only the caller's authenticator app, and a secret that was offered for another one. Removing the last factor
 * also deletes the recovery codes. Throws MFA_NOT_ENABLED, MFA_FACTOR_REQUIRED.
 */
export async function removeOwnTotp(ctx: Context, { account, by }: Person): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const before = await lockFactors(tx, account.id);
      if (!before.totp) throw new AppError('MFA_NOT_ENABLED');
      const isLast = !hasFactor({ ...before, totp: false });
      if (isLast) await assertMayBeWithout(ctx, tx, account);
      const gone = [TotpModel, SetupModel, ...(isLast ? [RecoveryCodeModel] : [])];
      for (const { tableName } of gone) await tx.knex(tableName).where('user_id', account.id).delete();
      const { passkeys, recoveryCodes } = before;
      ctx.audit.record(tx, {
        ...by,
        action: 'mfa.totp_disabled',
        resource: { kind: 'user', id: account.id, name: account.username },
        before: { totp: true, passkeys, recovery_codes: recoveryCodes },
        after: { totp: false, passkeys, recovery_codes: isLast ? 0 : recoveryCodes },
      });
    },
    { name: 'remove own totp' },
  );
}

/**
 * Lets an administrator remove the factors of somebody who has lost them. On oneself the rule for the last factor
 * holds. Throws USER_NOT_FOUND, MFA_NOT_ENABLED, MFA_FACTOR_REQUIRED.
 */
export async function resetFactors(ctx: Context, userId: string, by: ActedBy): Promise<void> {
  const account = await ctx.core.identity.accounts.find(userId);
  if (!account) throw new AppError('USER_NOT_FOUND');
  await ctx.tx(
    async (tx) => {
      if (by.actor.id === account.id) await assertMayBeWithout(ctx, tx, account);
      await removeFactors(ctx, tx, { action: 'mfa.reset', account, by });
    },
    { name: 'reset factors' },
  );
}
