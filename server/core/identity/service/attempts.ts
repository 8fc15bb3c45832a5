import { createHmac } from 'node:crypto';
import { AppError, waitError } from '#server/shared/wire/appError.ts';
import { anonymousActor } from '#server/kernel/security/actor.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { limitKey } from '#server/kernel/http/network.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { Client } from '../sessions.ts';
import { afterAttempt, afterWithdrawal, KNOWN_NETWORK_MS, type FailureCount } from '../domain.ts';
import { LoginFailureModel, SignInNetworkModel, type UserModel } from '../models.ts';

/** One admitted guess at a password. It counts as failed until `succeeded` or `withdraw`. */
export interface Attempt {
  /** Writes the audit row; the count was raised before. `user` is null for a name that no account has. */
  failed(user: Pick<UserModel, 'id' | 'username'> | null): Promise<void>;
  /** In the transaction that uses the right password: deletes the failures and remembers the network. */
  succeeded(tx: Tx, userId: string): Promise<void>;
  /** Takes the attempt back: no password was checked (`cause` says why), or it was right but opened nothing. */
  withdraw(cause?: unknown): Promise<void>;
}

export interface Attempts {
  /** Admits one attempt for a typed user name. Throws RATE_LIMITED or ACCOUNT_LOCKED. */
  admit(username: string, client: Client): Promise<Attempt>;
}

/** Attempts from one network, over all accounts. */
const PER_NETWORK = { max: 60, windowSecs: 60 };
/**
 * Attempts on one account, over all networks from which it has not signed in lately. Attempts that the network's limit
 * or the lock refuses do not count here, so one network can use up only five in 15 minutes and cannot keep the owner
 * out alone.
 */
const PER_ACCOUNT = { max: 120, windowSecs: 60 };
/**
 * Attempts on one account over a day, from such networks; beyond it the brake holds until the day is over. Of those who
 * guess from a thousand addresses it leaves a sixtieth; the owner, who signs in from a known network or by passkey,
 * meets neither.
 */
const PER_ACCOUNT_A_DAY = { max: 1_000, windowSecs: 86_400 };
const BRAKE = { max: 2, windowSecs: 60 };
/** Attempts on one account from one network from which it has signed in within 30 days. */
const PER_KNOWN_NETWORK = { max: 30, windowSecs: 60 };

/**
 * Limits guesses: first by the network's limit, then by the lock of account and network, then by the account's limit.
 * Each is counted in its own transaction, before the password is checked, and applies over all managers.
 */
export function createAttempts(ctx: Context): Attempts {
  const hashOf = nameHasher(ctx);

  async function claim(key: { username: string; address: string }): Promise<FailureCount> {
    const now = ctx.clock.now();
    const outcome = await ctx.tx(
      async (tx) => {
        const count = await lockRow(tx, key, now);
        const next = afterAttempt(count, now);
        if (next)
          await LoginFailureModel.query(tx.knex)
            .where(key)
            .patch({ ...next, updatedAt: now });
        return { next, lockedUntil: count.lockedUntil };
      },
      { name: 'count sign-in' },
    );
    if (outcome.next) return outcome.next;
    throw waitError(
      'ACCOUNT_LOCKED',
      Math.ceil(((outcome.lockedUntil?.getTime() ?? 0) - now.getTime()) / 1_000),
    );
  }

  async function withdraw(key: { username: string; address: string }): Promise<void> {
    const now = ctx.clock.now();
    await ctx.tx(async (tx) => {
      const count = await LoginFailureModel.query(tx.knex).findOne(key).forUpdate();
      if (count)
        await LoginFailureModel.query(tx.knex)
          .where(key)
          .patch({ ...afterWithdrawal(count), updatedAt: now });
    });
  }

  async function limitAccount(username: string, hash: string, network: string): Promise<void> {
    const wait = (await isKnown(ctx, { username }, network))
      ? await ctx.limits.hit(`login:known:${hash}:${network}`, PER_KNOWN_NETWORK)
      : await waitElsewhere(hash);
    if (wait !== null) throw waitError('RATE_LIMITED', wait);
  }

  async function waitElsewhere(hash: string): Promise<number | null> {
    const wait = await ctx.limits.hit(`login:account:${hash}`, PER_ACCOUNT);
    if (wait !== null) return wait;
    const isBraked = (await ctx.limits.hit(`login:account-day:${hash}`, PER_ACCOUNT_A_DAY)) !== null;
    return isBraked ? ctx.limits.hit(`login:brake:${hash}`, BRAKE) : null;
  }

  /** Writes at most one audit row a minute for logins answered with 429, so that a flood cannot fill the log. */
  async function countRefused(error: unknown): Promise<void> {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') return;
    const first = (await ctx.limits.hit('login:refused-row', { max: 1, windowSecs: 60 })) === null;
    if (!first) return;
    await ctx.tx(async (tx) =>
      ctx.audit.record(tx, {
        actor: anonymousActor,
        address: null,
        action: 'login.rate_limited',
        resource: { kind: 'login', id: null, name: null },
      }),
    );
  }

  async function admit(username: string, client: Client): Promise<Attempt> {
    const network = limitKey(client.address);
    const hash = hashOf(username);
    const key = { username: hash, address: network };
    const wait = await ctx.limits.hit(`login:network:${network}`, PER_NETWORK);
    if (wait !== null) throw waitError('RATE_LIMITED', wait);
    const { lockedUntil } = await claim(key);
    try {
      await limitAccount(username, hash, network);
    } catch (error) {
      await withdraw(key);
      throw error;
    }
    return {
      async withdraw(cause) {
        await withdraw(key);
        await countRefused(cause);
      },
      failed: (user) =>
        ctx.tx(async (tx) =>
          ctx.audit.record(tx, {
            actor: anonymousActor,
            address: client.address,
            action: lockedUntil === null ? 'login.failed' : 'login.locked',
            // An unknown name is not stored: it may be a password, typed into the wrong field.
            resource: { kind: 'user', id: user?.id ?? null, name: user?.username ?? null },
          }),
        ),
      succeeded: (tx, userId) => remember(ctx, tx, userId, key),
    };
  }

  return {
    admit: (username, client) =>
      admit(username, client).catch(async (error: unknown) => {
        await countRefused(error);
        throw error;
      }),
  };
}

/** Whether the account has signed in from the network (see limitKey) within 30 days. */
async function isKnown(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  account: { username: string } | { 'identity_users.id': string },
  network: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - KNOWN_NETWORK_MS);
  const row = await SignInNetworkModel.query(db.reader)
    .join('identity_users', 'identity_users.id', 'identity_sign_in_networks.user_id')
    .where({ ...account, network })
    .where('last_at', '>', since)
    .first();
  return row !== undefined;
}

/** As isKnown, by the account's id and an address. */
export const isKnownNetwork = (
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  address: string,
): Promise<boolean> => isKnown(ctx, { 'identity_users.id': accountId }, limitKey(address));

/** Hashes a typed name to 43 characters; people type passwords into that field, so the text itself is never stored. */
function nameHasher({ secrets }: Pick<Context, 'secrets'>): (username: string) => string {
  const key = secrets.derive('identity:login-names');
  return (username) => createHmac('sha256', key).update(username).digest('base64url');
}

/**
 * To be called after a sign-in by any method: deletes failures from this network, and gives the network its own
 * budget, which guesses from elsewhere cannot use up.
 */
export async function noteSignIn(
  ctx: Pick<Context, 'secrets' | 'clock'>,
  tx: Tx,
  { id, username }: Pick<UserModel, 'id' | 'username'>,
  address: string,
): Promise<void> {
  await remember(ctx, tx, id, { username: nameHasher(ctx)(username), address: limitKey(address) });
}

async function remember(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  userId: string,
  key: { username: string; address: string },
): Promise<void> {
  await LoginFailureModel.query(tx.knex).where(key).delete();
  await SignInNetworkModel.query(tx.knex)
    .insert({ userId, network: key.address, lastAt: clock.now() })
    .onConflict(['user_id', 'network'])
    .merge(['last_at']);
}

/** Opens the locks of an account. Returns the number of networks with failed sign-ins. */
export async function forgetFailures(
  ctx: Pick<Context, 'secrets'>,
  tx: Tx,
  username: string,
): Promise<number> {
  return LoginFailureModel.query(tx.knex).where('username', nameHasher(ctx)(username)).delete();
}

/** Returns the locked row, and inserts it if it is missing: two simultaneous first guesses wait for each other here. */
async function lockRow(tx: Tx, key: { username: string; address: string }, now: Date): Promise<FailureCount> {
  await LoginFailureModel.query(tx.knex)
    .insert({ ...key, failures: 0, lockedUntil: null, updatedAt: now })
    .onConflict(['username', 'address'])
    .merge(['updated_at']);
  return LoginFailureModel.query(tx.knex).findOne(key).forUpdate().throwIfNotFound();
}
