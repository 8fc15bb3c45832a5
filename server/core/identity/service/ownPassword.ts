import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { withoutSession, type Actor } from '#server/kernel/security/actor.ts';
import type { CredentialCheck, Credentials, ProvedPassword } from '../proofs.ts';
import type { Client, Sessions } from '../sessions.ts';
import { UserModel } from '../models.ts';
import { refuseRight, refuseStale } from './signIn.ts';

export interface PasswordChange extends Credentials {
  next: string;
}

/** Changes of a person's own password; all other sessions of the account end. */
export interface OwnPassword {
  /** For a person who must change the password before signing in. */
  changeDue(change: PasswordChange, client: Client): Promise<void>;
  /** For a person who has signed in; that session stays. */
  change(change: PasswordChange, actor: Actor, client: Client): Promise<void>;
}

export function createOwnPassword(
  ctx: Context,
  credentials: CredentialCheck,
  sessions: Sessions,
): OwnPassword {
  async function set(
    proved: ProvedPassword,
    change: PasswordChange,
    by: Actor,
    client: Client,
  ): Promise<void> {
    const passwordHash = await newHash(change, proved).catch(async (error: unknown) => {
      await proved.withdraw();
      throw error;
    });
    const done = await ctx.tx(async (tx) => {
      const account = await proved.use(tx);
      if (!account) return false;
      await UserModel.query(tx.knex).findById(account.id).patch({ passwordHash, mustChangePassword: false });
      await sessions.end(tx, account.id, { exceptId: by.sessionId });
      ctx.audit.record(tx, {
        actor: by,
        address: client.address,
        action: 'user.password_changed',
        resource: { kind: 'user', id: account.id, name: account.username },
      });
      ctx.events.emit(tx, 'identity.accountChanged', { accountId: account.id, change: 'changed' });
      return true;
    });
    if (!done) await refuseStale(proved);
  }

  async function newHash({ password, next }: PasswordChange, { account }: ProvedPassword): Promise<string> {
    // The present password was just checked, so the texts can be compared.
    if (next === password)
      throw new AppError('PASSWORD_TOO_WEAK', { message: 'The new password is the old one.' });
    return credentials.hashNew(account.username, next);
  }

  return {
    async changeDue(change, client) {
      const proved = await credentials.check(change, client);
      const { account } = proved;
      if (account.disabled) await refuseRight(proved, 'ACCOUNT_DISABLED');
      if (!account.mustChangePassword)
        await refuseRight(proved, 'INVALID_CREDENTIALS', 'No password change is due for this account.');
      const owner: Actor = {
        kind: 'user',
        id: account.id,
        name: account.username,
        role: account.role,
        ...withoutSession,
      };
      await set(proved, change, owner, client);
    },
    async change(change, actor, client) {
      const proved = await credentials.check(change, client);
      if (proved.account.disabled) await refuseRight(proved, 'ACCOUNT_DISABLED');
      await set(proved, change, actor, client);
    },
  };
}
