import { AppError } from '../../../shared/wire/appError.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Tx } from '../../../kernel/db/tx.ts';
import type { Client } from '../domain.ts';
import { UserModel } from '../models.ts';
import { assertStrong, type PasswordHasher } from '../passwords.ts';
import type { TokenMint } from '../tokens.ts';
import { createAttempts, type Attempt } from './attempts.ts';
import { actorOf, type Sessions, type Tokens } from './sessions.ts';

export interface Credentials {
  username: string;
  password: string;
}

interface Checked {
  user: UserModel;
  attempt: Attempt;
}

export interface Logins {
  login(credentials: Credentials, client: Client): Promise<Tokens & { user: UserModel }>;
  forceChange(credentials: Credentials, newPassword: string, client: Client): Promise<void>;
  changeOwn(
    user: UserModel,
    sessionId: string | null,
    current: string,
    next: string,
    client: Client,
  ): Promise<void>;
}

export function createLogins(
  ctx: Context,
  hasher: PasswordHasher,
  sessions: Sessions,
  mint: TokenMint,
): Logins {
  const attempts = createAttempts(ctx);
  const fold = (username: string): string => username.trim().toLowerCase().slice(0, 64);

  /** The user whose password it is; the same answer in the same time for every other case. */
  async function check({ username: typed, password }: Credentials, client: Client): Promise<Checked> {
    const username = fold(typed);
    const attempt = await attempts.admit(username, client);
    const user = await UserModel.query(ctx.db.reader).findOne({ username });
    const matches = await hasher
      .verify(user?.passwordHash ?? null, password)
      .catch(async (error: unknown) => {
        await attempt.withdraw(error);
        throw error;
      });
    if (!user || !matches) {
      await attempt.failed(user ?? null);
      throw new AppError('INVALID_CREDENTIALS');
    }
    return { user, attempt };
  }

  /** The account as it is now, locked: between the check and here the password may have been changed, or more. */
  async function lockUnchanged(tx: Tx, checked: UserModel): Promise<UserModel | null> {
    const user = await UserModel.query(tx.knex).findById(checked.id).forUpdate();
    return user && user.passwordHash === checked.passwordHash && user.disabled === checked.disabled
      ? user
      : null;
  }

  async function setPassword(
    { user: checked, attempt }: Checked,
    next: string,
    client: Client,
    keepSessionId: string | null,
  ): Promise<void> {
    const passwordHash = await newHash(checked, next).catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    const done = await ctx.tx(async (tx) => {
      const user = await lockUnchanged(tx, checked);
      if (!user) return false;
      await UserModel.query(tx.knex).findById(user.id).patch({ passwordHash, mustChangePassword: false });
      await sessions.revokeAll(tx, user.id, keepSessionId);
      await attempt.succeeded(tx, user.id);
      ctx.audit.record(tx, {
        actor: actorOf(user, keepSessionId),
        address: client.address,
        action: 'user.password_changed',
        resource: { kind: 'user', id: user.id, name: user.username },
      });
      return true;
    });
    if (!done) await refuseStale(checked, attempt);
  }

  async function newHash(user: UserModel, next: string): Promise<string> {
    await assertStrong(next, user.username);
    if (await hasher.verify(user.passwordHash, next))
      throw new AppError('PASSWORD_TOO_WEAK', { message: 'The new password is the old one.' });
    return hasher.hash(next);
  }

  /** The password was right when it was checked, and is not any more. */
  async function refuseStale(user: UserModel, attempt: Attempt): Promise<never> {
    await attempt.failed(user);
    throw new AppError('INVALID_CREDENTIALS');
  }

  async function refuseRight({ attempt }: Checked, code: string, message?: string): Promise<never> {
    await attempt.withdraw();
    throw new AppError(code, message === undefined ? {} : { message });
  }

  return {
    async login(credentials, client) {
      const checked = await check(credentials, client);
      if (checked.user.disabled) await refuseRight(checked, 'ACCOUNT_DISABLED');
      if (checked.user.mustChangePassword) await refuseRight(checked, 'PASSWORD_CHANGE_REQUIRED');
      const now = ctx.clock.now();
      const opened = await ctx.tx(
        async (tx) => {
          const user = await lockUnchanged(tx, checked.user);
          if (!user) return null;
          await checked.attempt.succeeded(tx, user.id);
          await UserModel.query(tx.knex).findById(user.id).patch({ lastLoginAt: now });
          const session = await sessions.open(tx, user, client);
          ctx.audit.record(tx, {
            actor: actorOf(user, session.sessionId),
            address: client.address,
            action: 'login.succeeded',
            resource: { kind: 'session', id: session.sessionId, name: user.username },
          });
          return { ...session, user };
        },
        { name: 'sign in' },
      );
      if (!opened) return refuseStale(checked.user, checked.attempt);
      const { sessionId, refreshToken, user } = opened;
      user.lastLoginAt = now;
      return { accessToken: await mint.signAccess({ userId: user.id, sessionId }), refreshToken, user };
    },
    async forceChange(credentials, newPassword, client) {
      const checked = await check(credentials, client);
      if (checked.user.disabled) await refuseRight(checked, 'ACCOUNT_DISABLED');
      if (!checked.user.mustChangePassword)
        await refuseRight(checked, 'INVALID_CREDENTIALS', 'No password change is due for this account.');
      await setPassword(checked, newPassword, client, null);
    },
    async changeOwn(user, sessionId, current, next, client) {
      const checked = await check({ username: user.username, password: current }, client);
      if (checked.user.disabled) await refuseRight(checked, 'ACCOUNT_DISABLED');
      await setPassword(checked, next, client, sessionId);
    },
  };
}
