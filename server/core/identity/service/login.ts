import { AppError } from '../../../contract/appError.ts';
import { anonymousActor } from '../../../kernel/actor.ts';
import { isUniqueViolation } from '../../../kernel/db.ts';
import type { Context } from '../../../kernel/feature.ts';
import { afterFailure, type Client } from '../domain.ts';
import { LoginFailureModel, UserModel } from '../models.ts';
import { assertStrong, type PasswordHasher } from '../passwords.ts';
import type { TokenMint } from '../tokens.ts';
import { actorOf, type Sessions, type Tokens } from './sessions.ts';

export interface Credentials {
  username: string;
  password: string;
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

/** An account has a limit of its own over all addresses, an address one over all accounts. */
const PER_ACCOUNT = { max: 60, windowSecs: 60 };
const PER_ADDRESS = { max: 60, windowSecs: 60 };

export function createLogins(
  ctx: Context,
  hasher: PasswordHasher,
  sessions: Sessions,
  mint: TokenMint,
): Logins {
  const fold = (username: string): string => username.trim().toLowerCase().slice(0, 64);

  async function limit(username: string, client: Client): Promise<void> {
    const waits = [
      await ctx.limits.hit(`login:address:${client.address}`, PER_ADDRESS),
      await ctx.limits.hit(`login:account:${username}`, PER_ACCOUNT),
    ].filter((wait) => wait !== null);
    if (waits.length === 0) return;
    const retryAfterSecs = Math.max(...waits);
    await countRefused();
    throw new AppError('RATE_LIMITED', {
      details: { retry_after_secs: retryAfterSecs },
      headers: { 'Retry-After': String(retryAfterSecs) },
    });
  }

  /** Logins answered 429 are one audit row a minute, so that a flood cannot fill the log. */
  async function countRefused(): Promise<void> {
    const first = (await ctx.limits.hit('login:refused-row', { max: 1, windowSecs: 60 })) === null;
    if (!first) return;
    await ctx.tx(async (tx) =>
      ctx.audit.record(tx, {
        actor: anonymousActor,
        address: null,
        action: 'login.rateLimited',
        resource: { kind: 'login', id: 'all' },
      }),
    );
  }

  async function assertNotLocked(username: string, client: Client): Promise<void> {
    const row = await LoginFailureModel.query(ctx.db.reader).findById([username, client.address]);
    const now = ctx.clock.now();
    if (!row?.lockedUntil || row.lockedUntil <= now) return;
    const retryAfterSecs = Math.ceil((row.lockedUntil.getTime() - now.getTime()) / 1_000);
    throw new AppError('ACCOUNT_LOCKED', {
      details: { retry_after_secs: retryAfterSecs },
      headers: { 'Retry-After': String(retryAfterSecs) },
    });
  }

  /** In a transaction of its own: the count holds whatever becomes of the call. */
  async function recordFailure(username: string, user: UserModel | undefined, client: Client): Promise<void> {
    const now = ctx.clock.now();
    await ctx.tx(async (tx) => {
      const key = { username, address: client.address };
      const row = await LoginFailureModel.query(tx.knex).findOne(key).forUpdate();
      const next = { ...afterFailure(row?.failures ?? 0, now), updatedAt: now };
      if (row) await LoginFailureModel.query(tx.knex).where(key).patch(next);
      else await LoginFailureModel.query(tx.knex).insert({ ...key, ...next });
      const action = next.lockedUntil === null ? 'login.failed' : 'login.locked';
      ctx.audit.record(tx, {
        actor: anonymousActor,
        address: client.address,
        action,
        resource: { kind: 'user', id: user?.id ?? 'unknown' },
      });
    });
  }

  /** The user whose password it is; the same answer in the same time for every other case. */
  async function check({ username: typed, password }: Credentials, client: Client): Promise<UserModel> {
    const username = fold(typed);
    await limit(username, client);
    await assertNotLocked(username, client);
    const user = await UserModel.query(ctx.db.reader).findOne({ username });
    const matches = await hasher.verify(user?.passwordHash ?? null, password);
    // Many guesses at once have all passed the first look; those judged after the lock say nothing.
    await assertNotLocked(username, client);
    if (!user || !matches) {
      await retryOnce(() => recordFailure(username, user, client));
      throw new AppError('INVALID_CREDENTIALS');
    }
    if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
    return user;
  }

  async function setPassword(
    user: UserModel,
    next: string,
    client: Client,
    keepSessionId: string | null,
  ): Promise<void> {
    await assertStrong(next, user.username);
    if (await hasher.verify(user.passwordHash, next))
      throw new AppError('PASSWORD_TOO_WEAK', { message: 'The new password is the old one.' });
    const passwordHash = await hasher.hash(next);
    await ctx.tx(async (tx) => {
      await UserModel.query(tx.knex).findById(user.id).patch({ passwordHash, mustChangePassword: false });
      await sessions.revokeAll(tx, user.id, keepSessionId);
      ctx.audit.record(tx, {
        actor: actorOf(user, keepSessionId),
        address: client.address,
        action: 'user.passwordChanged',
        resource: { kind: 'user', id: user.id },
      });
    });
  }

  return {
    async login(credentials, client) {
      const user = await check(credentials, client);
      if (user.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
      const now = ctx.clock.now();
      const { sessionId, refreshToken } = await ctx.tx(async (tx) => {
        await LoginFailureModel.query(tx.knex)
          .where({ username: user.username, address: client.address })
          .delete();
        await UserModel.query(tx.knex).findById(user.id).patch({ lastLoginAt: now });
        const opened = await sessions.open(tx, user, client);
        ctx.audit.record(tx, {
          actor: actorOf(user, opened.sessionId),
          address: client.address,
          action: 'login.succeeded',
          resource: { kind: 'session', id: opened.sessionId },
        });
        return opened;
      });
      user.lastLoginAt = now;
      return { accessToken: await mint.signAccess({ userId: user.id, sessionId }), refreshToken, user };
    },
    async forceChange(credentials, newPassword, client) {
      const user = await check(credentials, client);
      if (!user.mustChangePassword)
        throw new AppError('INVALID_CREDENTIALS', { message: 'No password change is due for this account.' });
      await setPassword(user, newPassword, client, null);
    },
    async changeOwn(user, sessionId, current, next, client) {
      const checked = await check({ username: user.username, password: current }, client);
      await setPassword(checked, next, client, sessionId);
    },
  };
}

/** Two first failures at the same moment collide on the new row; the second then finds it. */
async function retryOnce(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await work();
  }
}
