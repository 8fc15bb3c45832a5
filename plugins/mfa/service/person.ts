import { type Actor, AppError, type Context } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { Account } from '#sdk/identity.ts';

/** Somebody who has signed in, for what only people may do: tools change no credentials. */
export interface Person {
  account: Account;
  sessionId: string;
  by: ActedBy;
}

/** Throws FORBIDDEN for tools, UNAUTHENTICATED where the account is gone. */
export async function personOf(
  ctx: Context,
  { actor, address }: { actor: Actor; address: string },
): Promise<Person> {
  const { kind, id, sessionId } = actor;
  if (kind !== 'user' || id === null || sessionId === null)
    throw new AppError('FORBIDDEN', { message: 'Only people who have signed in have second factors.' });
  const account = await ctx.core.identity.accounts.find(id);
  if (!account) throw new AppError('UNAUTHENTICATED');
  return { account, sessionId, by: { actor, address } };
}
