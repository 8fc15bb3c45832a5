import { timingSafeEqual } from 'node:crypto';
import { AppError, type Context, type Tx } from '#sdk';
import { newTotpSecret, normalCode, stepOf, totpUri } from '../domain/totp.ts';
import { SetupModel, TotpModel } from '../models.ts';
import { closeToOthers, lockForSetup } from './factors.ts';
import type { Person } from './person.ts';
import { makeRecoveryCodes } from './recoveryCodes.ts';
import { countTry } from './tries.ts';

const SETUP_LIFE_MS = 10 * 60_000;

export interface TotpOffer {
  secret: string;
  uri: string;
  expiresAt: Date;
}

/** Bound to the account, so that a row is useless under another account. */
const purposeOf = (userId: string): string => `mfa:totp:${userId}`;

/** Makes a new secret for this session, in place of an earlier offer. */
export async function offerTotp(ctx: Context, { account, sessionId }: Person): Promise<TotpOffer> {
  const secret = newTotpSecret();
  const expiresAt = new Date(ctx.clock.now().getTime() + SETUP_LIFE_MS);
  const sealedSecret = ctx.secrets.seal(secret, purposeOf(account.id));
  await ctx.tx(
    async ({ knex }) =>
      SetupModel.query(knex)
        .insert({ sessionId, userId: account.id, sealedSecret, expiresAt })
        .onConflict('session_id')
        .merge(),
    { name: 'offer totp' },
  );
  return { secret, uri: totpUri(account.username, secret), expiresAt };
}

/**
 * Turns TOTP on with the secret that was offered to this very session; returns new recovery codes. Throws
 * MFA_SETUP_EXPIRED, MFA_CODE_INVALID, RATE_LIMITED.
 */
export async function enableTotp(
  ctx: Context,
  person: Person,
  given: { secret: string; code: string },
): Promise<string[]> {
  const { account, sessionId, by } = person;
  const setup = await SetupModel.query(ctx.db.reader).findById(sessionId);
  const isOffered =
    setup?.userId === account.id &&
    setup.expiresAt > ctx.clock.now() &&
    isSame(ctx.secrets.open(setup.sealedSecret, purposeOf(account.id)), given.secret);
  if (!setup || !isOffered) throw new AppError('MFA_SETUP_EXPIRED');
  await countTry(ctx, account.id, by.address ?? '');
  const step = stepOf(normalCode(given.code), given.secret, ctx.clock.now());
  if (step === null) throw new AppError('MFA_CODE_INVALID');
  const standing = await ctx.core.identity.sessions.list(account.id);
  return ctx.tx(
    async (tx) => {
      await lockForSetup(tx, by.actor, account.id);
      await takeSetup(tx, setup);
      await TotpModel.query(tx.knex)
        .insert({
          userId: account.id,
          sealedSecret: setup.sealedSecret,
          lastStep: step,
          createdAt: ctx.clock.now(),
        })
        .onConflict('user_id')
        .merge();
      const resource = { kind: 'user' as const, id: account.id, name: account.username };
      ctx.audit.record(tx, { ...by, action: 'mfa.totp_enabled', resource });
      await closeToOthers(ctx, tx, { person, standing });
      return makeRecoveryCodes(ctx, tx, person);
    },
    { name: 'enable totp' },
  );
}

/** Each offer serves for one set-up. Throws MFA_SETUP_EXPIRED. */
async function takeSetup(tx: Tx, { sessionId, sealedSecret }: SetupModel): Promise<void> {
  const taken = await SetupModel.query(tx.knex)
    .where({ session_id: sessionId, sealed_secret: sealedSecret })
    .delete();
  if (taken !== 1) throw new AppError('MFA_SETUP_EXPIRED');
}

/**
 * Uses a code up: this code and those of earlier steps are then refused, on any manager. Of several calls at once, one
 * is `proved`. `none`: the account has no TOTP. Throws RATE_LIMITED.
 */
export async function useTotp(
  ctx: Pick<Context, 'db' | 'tx' | 'clock' | 'secrets' | 'limits' | 'core'>,
  userId: string,
  { typed, address }: { typed: string; address: string },
): Promise<'proved' | 'wrong' | 'none'> {
  const row = await TotpModel.query(ctx.db.reader).findById(userId);
  if (!row) return 'none';
  await countTry(ctx, userId, address);
  const secret = ctx.secrets.open(row.sealedSecret, purposeOf(userId));
  const step = stepOf(normalCode(typed), secret, ctx.clock.now());
  if (step === null) return 'wrong';
  const used = await ctx.tx(
    async ({ knex }) =>
      TotpModel.query(knex)
        .where({ user_id: userId, sealed_secret: row.sealedSecret })
        .where('last_step', '<', step)
        .patch({ lastStep: step }),
    { name: 'use totp' },
  );
  return used === 1 ? 'proved' : 'wrong';
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
