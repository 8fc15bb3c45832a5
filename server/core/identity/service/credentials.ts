import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { CredentialCheck, ProvedPassword } from '../proofs.ts';
import { foldUsername } from '../domain.ts';
import { accountOf, UserModel } from '../models.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { PasswordHasher } from './passwords.ts';
import { assertStrong } from './strength.ts';

/** Checks passwords: admits the attempt, then takes the same time for every name. */
export function createCredentials(ctx: Context, hasher: PasswordHasher, attempts: Attempts): CredentialCheck {
  return {
    async check({ username: typed, password }, client) {
      const username = foldUsername(typed);
      const attempt = await attempts.admit(username, client);
      const user = await UserModel.query(ctx.db.reader).findOne({ username });
      const matches = await hasher
        .verify(user?.passwordHash ?? null, password)
        .catch(async (error: unknown) => {
          await attempt.withdraw(error);
          throw error;
        });
      if (user && matches) return proved(user, attempt);
      await attempt.failed(user ?? null);
      throw new AppError('INVALID_CREDENTIALS');
    },
    async hashNew(username, password) {
      await assertStrong(ctx, password, username);
      return hasher.hash(password);
    },
  };
}

function proved(judged: UserModel, attempt: Attempt): ProvedPassword {
  return {
    account: accountOf(judged),
    async use(tx) {
      const user = await lockUnchanged(tx, judged);
      if (!user) return null;
      await attempt.succeeded(tx, user.id);
      return accountOf(user);
    },
    withdraw: (cause) => attempt.withdraw(cause),
    fail: () => attempt.failed(judged),
  };
}

/** The locked account; null if its password, or whether it is disabled, has changed since the check. */
async function lockUnchanged(tx: Tx, judged: UserModel): Promise<UserModel | null> {
  const user = await UserModel.query(tx.knex).findById(judged.id).forUpdate();
  return user && user.passwordHash === judged.passwordHash && user.disabled === judged.disabled ? user : null;
}
