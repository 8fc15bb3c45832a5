import { type Actor, AppError, type Context, type Tx } from '#sdk';
import type { Account, ChangedBy, Session } from '#sdk/identity.ts';
import type { Knex } from 'knex';
import { lastStepAt } from '../domain/totp.ts';
import { hasFactor, SETUP_ONLY, type Factors } from '../domain/policy.ts';
import {
  AccountModel,
  ChallengeModel,
  PasskeyModel,
  RecoveryCodeModel,
  SetupModel,
  TotpModel,
} from '../models.ts';
import type { Person } from './person.ts';

/** The factors of the account, read through `knex`. */
export async function factorsOf(knex: Knex, userId: string): Promise<Factors> {
  const totp = await TotpModel.query(knex).findById(userId).select('user_id');
  const passkeys = await PasskeyModel.query(knex).where('user_id', userId).resultSize();
  const recoveryCodes = await RecoveryCodeModel.query(knex).where('user_id', userId).resultSize();
  return { totp: totp !== undefined, passkeys, recoveryCodes };
}

/** Which of these accounts have a factor. */
export async function withFactor(knex: Knex, userIds: readonly string[]): Promise<Set<string>> {
  const totp = await TotpModel.query(knex)
    .whereIn('user_id', [...userIds])
    .select('user_id');
  const passkeys = await PasskeyModel.query(knex)
    .whereIn('user_id', [...userIds])
    .distinct('user_id');
  return new Set([...totp, ...passkeys].map(({ userId }) => userId));
}

/** Until the transaction ends, nobody else adds or removes a factor of the account. */
export async function lockFactors(tx: Tx, userId: string): Promise<Factors> {
  await AccountModel.query(tx.knex)
    .insert({ userId, policySince: null, policyRole: null })
    .onConflict('user_id')
    .merge(['user_id']);
  return factorsOf(tx.knex, userId);
}

/**
 * Call it before a factor is added for a session that may be limited to the set-up. The password alone opened such a
 * session; once the account has a factor, that is no longer enough to add one. Throws UNAUTHENTICATED.
 */
export async function lockForSetup(tx: Tx, actor: Actor, userId: string): Promise<Factors> {
  const factors = await lockFactors(tx, userId);
  if (actor.restriction === SETUP_ONLY && hasFactor(factors)) throw new AppError('UNAUTHENTICATED');
  return factors;
}

/**
 * After a factor was added: lifts the limit of the session that did it. Others that wait for a set-up end, and the rest
 * is no longer fresh and loses what it began: the password alone may have opened and proved it. Read `standing` (the
 * account's sessions) before the transaction: inside, a second connection might not be free.
 */
export async function closeToOthers(
  ctx: Context,
  tx: Tx,
  { person, standing }: { person: Person; standing: readonly Session[] },
): Promise<void> {
  const { account, sessionId, by } = person;
  const { sessions } = ctx.core.identity;
  const others = standing.filter(({ id }) => id !== sessionId);
  const ids = others.filter(({ restriction }) => restriction === SETUP_ONLY).map(({ id }) => id);
  if (ids.length > 0) await sessions.end(tx, account.id, { ids });
  for (const { id } of others) await sessions.change(tx, id, { authenticatedAt: null });
  await SetupModel.query(tx.knex).where('user_id', account.id).whereNot('session_id', sessionId).delete();
  await ChallengeModel.query(tx.knex)
    .where({ user_id: account.id, purpose: 'register' })
    .whereNot('bound_to', sessionId)
    .delete();
  if (by.actor.restriction === SETUP_ONLY) await sessions.change(tx, sessionId, { restriction: null });
}

export interface Removal {
  action: 'mfa.totp_disabled' | 'mfa.reset';
  account: Pick<Account, 'id' | 'username'>;
  by: ChangedBy;
}

/** Removes all factors of the account, with an audit row that names them. Throws MFA_NOT_ENABLED. */
export async function removeFactors(
  { audit }: Pick<Context, 'audit'>,
  tx: Tx,
  { action, account, by }: Removal,
): Promise<void> {
  const factors = await lockFactors(tx, account.id);
  if (!hasFactor(factors)) throw new AppError('MFA_NOT_ENABLED');
  await forgetFactors(tx, account.id);
  audit.record(tx, {
    ...by,
    action,
    resource: { kind: 'user', id: account.id, name: account.username },
    before: { totp: factors.totp, passkeys: factors.passkeys, recovery_codes: factors.recoveryCodes },
  });
}

/** Deletes the factors, and what was begun for new ones. */
async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  for (const { tableName } of [TotpModel, SetupModel, RecoveryCodeModel, PasskeyModel, ChallengeModel])
    await tx.knex(tableName).where('user_id', userId).delete();
}

/** Deletes everything of an account that is removed. */
export async function forgetAccount(tx: Tx, userId: string): Promise<void> {
  await forgetFactors(tx, userId);
  await AccountModel.query(tx.knex).deleteById(userId);
}

/**
 * After a restore from a backup: codes of apps that have been valid so far, recovery codes and challenges may have been used
 * since, so they are spent. Passkeys and secrets stay; whoever wants recovery codes makes new ones.
 */
export async function spendOneTimeCodes({ knex }: Tx, { at }: { at: Date }): Promise<void> {
  const lastStep = lastStepAt(at);
  await TotpModel.query(knex).where('last_step', '<', lastStep).patch({ lastStep });
  await RecoveryCodeModel.query(knex).delete();
  await ChallengeModel.query(knex).delete();
}
