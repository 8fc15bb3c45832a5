import { AppError, type Context } from '#sdk';
import type { Account, ChangedBy } from '#sdk/identity.ts';
import { lockAccount } from './accounts.ts';

/** Throws USER_NOT_FOUND, and SESSION_NOT_FOUND for one that has ended or is somebody else's. */
export async function endSession(
  ctx: Context,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  by: ChangedBy,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const { username } = await lockAccount(ctx, tx, accountId);
      const ended = await ctx.core.identity.sessions.end(tx, accountId, { ids: [sessionId] });
      if (ended === 0) throw new AppError('SESSION_NOT_FOUND');
      ctx.audit.record(tx, {
        ...by,
        action: 'session.revoked',
        resource: { kind: 'session', id: sessionId, name: username },
      });
    },
    { name: 'end session' },
  );
}

/** Ends all sessions of the account but one. */
export async function endOthers(
  ctx: Context,
  { id, username }: Pick<Account, 'id' | 'username'>,
  { exceptId, by }: { exceptId: string; by: ChangedBy },
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const ended = await ctx.core.identity.sessions.end(tx, id, { exceptId });
      ctx.audit.record(tx, {
        ...by,
        action: 'session.revoked',
        resource: { kind: 'user', id, name: username },
        after: { sessions: ended, tokens: false },
      });
    },
    { name: 'end other sessions' },
  );
}
