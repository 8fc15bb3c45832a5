import { AppError, type ActedBy, type Client, type Context } from '../../../server/plugin.ts';
import { removeFactors } from './factors.ts';
import type { Person } from './person.ts';
import { assertMayBeWithout } from './policy.ts';

/**
 * All own factors, with the password. Throws INVALID_CREDENTIALS, MFA_NOT_ENABLED, MFA_FACTOR_REQUIRED,
 * ACCOUNT_LOCKED, RATE_LIMITED.
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
 * By an administrator, for somebody who has lost them. Of oneself it is as taking the last one away. Throws
 * USER_NOT_FOUND, MFA_NOT_ENABLED, MFA_FACTOR_REQUIRED.
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
