import { actors, type Context } from '#sdk';
import type { Account } from '#sdk/identity.ts';

export interface Failure {
  /** Whose sign-in it was; null: nobody's who has an account. */
  account: Pick<Account, 'id' | 'username'> | null;
  address: string;
  code: string;
}

/** Writes a sign-in that failed into the audit log. */
export async function recordFailure(ctx: Context, { account, address, code }: Failure): Promise<void> {
  await ctx.tx(
    async (tx) =>
      ctx.audit.record(tx, {
        actor: actors.anonymous,
        address,
        action: 'login.failed',
        resource: { kind: 'user', id: account?.id ?? null, name: account?.username ?? null },
        after: { method: 'sso', code },
      }),
    { name: 'sso.refuse' },
  );
}
